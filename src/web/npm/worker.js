// The web worker of the engine.

import { start, handleLine, takeBook } from "./session.js";

const PAUSE_MS = 50;

let address;
let nextCheck = 0;

// Requests the address synchronously during a search; the request fails when the page has revoked it.
const isRevoked = () => {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
    return false;
  } catch {
    return true;
  }
};

const isStopped = () => {
  const now = performance.now();
  if (!address || now < nextCheck) return false;
  nextCheck = now + PAUSE_MS;
  return isRevoked();
};

// After an error, the page is notified that the engine has ended; the error itself is logged.
const end = error => {
  console.error(error);
  postMessage({ state: "ended" });
};

const begin = async () => {
  const file = await fetch(new URL("engine.wasm", import.meta.url));
  if (!file.ok) throw new Error(`engine.wasm: ${file.status}`);
  // Streaming compilation would need the right content type, which not every host sends.
  await start(await file.arrayBuffer(), line => postMessage({ line }), isStopped);
  postMessage({ state: "ready" });
};

onmessage = event => {
  const { book } = event.data;
  if (book) {
    postMessage({ isBook: takeBook(new Uint8Array(book)) });
    return;
  }
  address = event.data.address;
  try {
    if (!handleLine(event.data.line)) postMessage({ state: "ended" });
  } catch (error) {
    end(error);
  }
};

begin().catch(end);
