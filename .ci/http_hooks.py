"""How schemathesis writes a body of lines: a string goes as it is."""

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(_context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
