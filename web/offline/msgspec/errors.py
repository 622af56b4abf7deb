"""What can be wrong with a text or its content."""


class MsgspecError(Exception):
    """Any trouble here."""


class DecodeError(MsgspecError):
    """A text that is not JSON."""


class ValidationError(DecodeError):
    """Content that does not fit its type."""
