// The engine in a web worker: a WebAssembly module that handles one Hub line after the other.

const PAUSE_MS = 50;

let engine;
let address;
let nextCheck = 0;

const bytes = (start, length) => new Uint8Array(engine.memory.buffer, start, length);
const view = () => new DataView(engine.memory.buffer);

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

const caller = {
  receive: (start, length) => postMessage({ line: new TextDecoder().decode(bytes(start, length)) }),
  wants_stop: () => {
    const now = performance.now();
    if (!address || now < nextCheck) return 0;
    nextCheck = now + PAUSE_MS;
    return Number(isRevoked());
  },
};

// The system functions that the engine uses: time, random numbers and error output. It has no files, arguments or environment.
const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;

const system = {
  clock_time_get: (clock, _, place) => {
    const milliseconds = clock === 0 ? Date.now() : performance.now();
    view().setBigUint64(place, BigInt(Math.round(milliseconds * 1e6)), true);
    return SUCCESS;
  },
  random_get: (start, length) => {
    crypto.getRandomValues(bytes(start, length));
    return SUCCESS;
  },
  fd_write: (_, parts, count, written) => {
    let length = 0;
    for (let part = parts; part < parts + 8 * count; part += 8) {
      const size = view().getUint32(part + 4, true);
      console.error(new TextDecoder().decode(bytes(view().getUint32(part, true), size)));
      length += size;
    }
    view().setUint32(written, length, true);
    return SUCCESS;
  },
  environ_sizes_get: (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return SUCCESS;
  },
  environ_get: () => SUCCESS,
  fd_prestat_get: () => BAD_DESCRIPTOR,
  proc_exit: code => { throw new Error(`the engine ended with ${code}`); },
};

const imports = module => {
  const wasi_snapshot_preview1 = { ...system };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== "caller") wasi_snapshot_preview1[name] ??= () => NOT_SUPPORTED;
  }
  return { caller, wasi_snapshot_preview1 };
};

// After an error, the page is notified that the engine has ended; the error itself is logged.
const end = error => {
  console.error(error);
  postMessage({ state: "ended" });
};

const begin = async () => {
  const file = await fetch("engine.wasm");
  if (!file.ok) throw new Error(`engine.wasm: ${file.status}`);
  // Streaming compilation would need the right content type, which not every host sends.
  const module = await WebAssembly.compile(await file.arrayBuffer());
  engine = (await WebAssembly.instantiate(module, imports(module))).exports;
  engine._initialize?.();
  postMessage({ state: "ready" });
};

const handleLine = text => {
  const line = new TextEncoder().encode(text);
  bytes(engine.room(line.length), line.length).set(line);
  if (!engine.handle_line()) postMessage({ state: "ended" });
};

onmessage = event => {
  address = event.data.address;
  try {
    handleLine(event.data.line);
  } catch (error) {
    end(error);
  }
};

begin().catch(end);
