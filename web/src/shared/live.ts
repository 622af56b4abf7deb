/** Hearing that something changed: a stream of the server, read again over HTTP when it says so. */
import { PREFIX } from "../api/client";

/** Calls `changed` at once, whenever the stream says so, and after every time the connection was lost. */
export function follow(stream: string, changed: () => void): () => void {
  const source = new EventSource(PREFIX + stream);
  source.onmessage = changed;
  changed();
  return () => source.close();
}
