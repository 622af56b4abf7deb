# Sandtable in a small image: built in one stage, run by an unprivileged user in the other. The build compiles the odds
# and builds the screens; the tools for that (a C compiler, Cython, Node) stay behind.
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /source
COPY . .
RUN python -m venv /tools \
 && /tools/bin/pip install --no-cache-dir --require-hashes -r requirements-build.lock \
 && /tools/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .
RUN python -m venv /sandtable \
 && /sandtable/bin/pip install --no-cache-dir --require-hashes -r requirements-postgres.lock \
 && /sandtable/bin/pip install --no-cache-dir --no-deps /wheels/*.whl

FROM python:3.13-slim
RUN useradd --create-home --uid 10001 sandtable && mkdir /data && chown sandtable /data
COPY --from=build /sandtable /sandtable
USER sandtable
ENV PATH=/sandtable/bin:$PATH SANDTABLE_HOST=0.0.0.0 SANDTABLE_DATA_DIR=/data SANDTABLE_LOG_FORMAT=json
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import http.client, os; asked = http.client.HTTPConnection('127.0.0.1', int(os.environ.get('SANDTABLE_PORT', '8000')), timeout=4); asked.request('GET', '/healthz'); raise SystemExit(asked.getresponse().status != 200)"]
STOPSIGNAL SIGTERM
CMD ["sandtable", "serve"]
