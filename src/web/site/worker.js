// The engine in a worker: a WebAssembly module that obeys one Hub line after the other.

const PAUSE_MS = 50;

let engine;
let address;
let lookAt = 0;

const bytes = (start, length) => new Uint8Array(engine.memory.buffer, start, length);
const view = () => new DataView(engine.memory.buffer);

// An address can be asked for in the middle of a search, and fails when it was withdrawn.
const isWithdrawn = () => {
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
  hear: (start, length) => postMessage({ line: new TextDecoder().decode(bytes(start, length)) }),
  wants_stop: () => {
    const now = performance.now();
    if (!address || now < lookAt) return 0;
    lookAt = now + PAUSE_MS;
    return Number(isWithdrawn());
  },
};

// What the engine asks of its system: the time, random numbers, and that somebody hears of a mistake. It has no files, no
// arguments and no environment.
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

// The page learns of a mistake by the end of the engine; what it was stands on the console.
const end = error => {
  console.error(error);
  postMessage({ state: "ended" });
};

const begin = async () => {
  const file = await fetch("engine.wasm");
  if (!file.ok) throw new Error(`engine.wasm: ${file.status}`);
  // Not every host knows what kind of file this is, which compiling it on the way would ask for.
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
