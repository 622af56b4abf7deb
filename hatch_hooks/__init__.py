"""What it takes to build a package: compiled odds and the screens of the browser."""
