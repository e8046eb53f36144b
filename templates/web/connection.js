// The WebSocket of a match: joins, matches answers to lines by their ids, and reconnects.

const DELAYS = [1000, 2000, 4000, 8000, 15000];

// Opens the connection and keeps it open until `close()`.
// - `onJoined(joined)` after each successful join
// - `onEvent(message)` for each message that is not an answer
// - `onState(state, detail)`: "connecting", "open", "waiting" (detail: milliseconds until the next attempt) or
//   "refused" (detail: the server's words; no further attempts)
export function connect({ match, secret, onJoined, onEvent, onState }) {
  let socket = null;
  let attempt = 0;
  let timer = null;
  let nextId = 1;
  let ended = false;
  let open = false;
  const waiting = new Map();

  function url() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return `${scheme}//${location.host}/ws/${encodeURIComponent(match)}`;
  }

  function start() {
    clearTimeout(timer);
    timer = null;
    if (ended) return;
    onState("connecting");
    const current = new WebSocket(url());
    socket = current;
    current.addEventListener("open", () => {
      write({ do: "join", secret }).then((answer) => {
        if (!answer.ok) {
          ended = true;
          onState("refused", answer.error ?? "The server refused.");
          current.close();
          return;
        }
        attempt = 0;
        open = true;
        onJoined(answer.joined);
        onState("open");
      }, () => {});
    });
    current.addEventListener("message", (event) => receive(event.data));
    current.addEventListener("close", () => {
      if (socket !== current) return;
      socket = null;
      open = false;
      for (const { reject } of waiting.values()) reject(new Error("The connection was lost."));
      waiting.clear();
      if (ended) return;
      const delay = DELAYS[Math.min(attempt, DELAYS.length - 1)];
      attempt += 1;
      onState("waiting", delay);
      timer = setTimeout(start, delay);
    });
  }

  function receive(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message.event) {
      onEvent(message);
      return;
    }
    // A refusal may come without an id, if the server could not read the line: it then answers the oldest.
    const id = message.id ?? waiting.keys().next().value;
    const entry = waiting.get(id);
    waiting.delete(id);
    entry?.resolve(message);
  }

  function write(line) {
    return new Promise((resolve, reject) => {
      if (!socket || socket.readyState !== WebSocket.OPEN) {
        reject(new Error("There is no connection."));
        return;
      }
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...line, id }));
    });
  }

  // Somebody who comes back to the page should not wait for the rest of a long delay.
  function retryNow() {
    if (timer !== null && document.visibilityState === "visible") start();
  }

  window.addEventListener("online", retryNow);
  document.addEventListener("visibilitychange", retryNow);
  start();

  return {
    // Sends a line; resolves with the answer, whether `ok` or not; rejects if the connection is lost before.
    send(line) {
      return open ? write(line) : Promise.reject(new Error("There is no connection."));
    },
    retryNow,
    close() {
      ended = true;
      clearTimeout(timer);
      window.removeEventListener("online", retryNow);
      document.removeEventListener("visibilitychange", retryNow);
      socket?.close();
    },
  };
}
