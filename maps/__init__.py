"""The map builder of Sandtable: public-domain geography and a game's own list of regions in, one small drawing out.

Run by `make maps`; see docs/maps.md. The modules `definition`, `rules`, `drawing` and `check` need nothing but Python
and are what the tests use on the committed files; all others need what `maps/requirements.lock` installs.
"""
