"""`python -m sandtable`: the program where it has no name of its own."""

from sandtable.cli import main

if __name__ == "__main__":
    main()
