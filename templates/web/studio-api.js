// Talks to the server of `cardwright studio`: requests in JSON, and the stream of events.

export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function request(url, options) {
  let response;
  try {
    response = await fetch(url, { ...options, credentials: "same-origin" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The studio does not answer. Is it still running?", 0);
  }
  let body = null;
  try {
    body = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (!response.ok || body?.ok === false) {
    throw new ApiError(body?.error || `The studio answered with status ${response.status}.`, response.status);
  }
  if (body === null) throw new ApiError("The studio's answer is not JSON.", response.status);
  return body;
}

export function getJson(url, signal) {
  return request(url, { signal, cache: "no-store" });
}

export function postJson(url, body = {}) {
  return request(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

// The URL of a game's resource in the studio: `gameUrl("realm", "lab", 7)`.
export function gameUrl(game, ...parts) {
  return ["/api/studio", game, ...parts].map((part, i) => (i ? encodeURIComponent(part) : part)).join("/");
}

// Listens to the studio's events. `onEvent` gets each event; `onState(true | false)` is called when the
// stream opens and when it breaks. EventSource reconnects by itself after most network errors, but not
// after an HTTP error, so a closed one is replaced, after 1, 2, 4 … 15 seconds.
export function listen(url, onEvent, onState) {
  let source = null;
  let timer = 0;
  let delay = 1000;
  let stopped = false;

  function connect() {
    source = new EventSource(url);
    source.onopen = () => {
      delay = 1000;
      onState(true);
    };
    source.onmessage = (message) => {
      let event;
      try {
        event = JSON.parse(message.data);
      } catch {
        return;
      }
      onEvent(event);
    };
    source.onerror = () => {
      if (stopped) return;
      onState(false);
      source.close();
      clearTimeout(timer);
      timer = setTimeout(connect, delay);
      delay = Math.min(delay * 2, 15000);
    };
  }

  connect();
  return {
    // Tries at once instead of waiting for the timer.
    retry() {
      clearTimeout(timer);
      source.close();
      delay = 1000;
      connect();
    },
    close() {
      stopped = true;
      clearTimeout(timer);
      source.close();
    },
  };
}

// The game as matches are offered of it, or null while none can be played.
export async function findGame(id) {
  const { games } = await getJson("/api/games");
  return games.find((one) => one.id === id) || null;
}
