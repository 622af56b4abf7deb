"""What nobody can foresee about a table: its name, the secret of its dice, and its salt.

The rest of its luck follows from them: the dice (`core.fairness`) and what its bots draw. So a server whose `draw` is
replaced, as tests do, plays the same war each time.
"""

import base64
import hmac
import secrets

from sandtable.core.journal import Setup

draw = secrets.token_bytes


def table_name() -> str:
    """80 bits in small letters and digits."""
    return base64.b32encode(draw(10)).decode().lower()


def dice_secret() -> str:
    return draw(32).hex()


def salt() -> str:
    return draw(16).hex()


def bot_seed(setup: Setup, secret: str, ask: int, nation: str) -> int:
    """What a bot's luck starts from when it is asked. A table with dice thrown by hand has no secret but its salt."""
    key = bytes.fromhex(secret + setup.salt)
    return int.from_bytes(hmac.digest(key, f"bot/{ask}/{nation}".encode(), "sha256")[:8])
