"""What all tests share."""

pytest_plugins = ["pytester", "tests.ledger_plugin"]
