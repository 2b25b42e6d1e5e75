// A session with the engine: a WebAssembly module that handles one Hub line after the other, on the thread of a worker.

let engine;

const bytes = (start, length) => new Uint8Array(engine.memory.buffer, start, length);
const view = () => new DataView(engine.memory.buffer);

// The system functions that the engine uses: time, random numbers and error output. It has no files, arguments or
// environment.
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

const imports = (module, caller) => {
  const wasi_snapshot_preview1 = { ...system };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== "caller") wasi_snapshot_preview1[name] ??= () => NOT_SUPPORTED;
  }
  return { caller, wasi_snapshot_preview1 };
};

// Starts the engine from the bytes of its module. `receive` is called for each line of the engine, and `isStopped`
// often during a search.
export const start = async (binary, receive, isStopped) => {
  const module = await WebAssembly.compile(binary);
  const caller = {
    receive: (from, length) => receive(new TextDecoder().decode(bytes(from, length))),
    wants_stop: () => Number(isStopped()),
  };
  engine = (await WebAssembly.instantiate(module, imports(module, caller))).exports;
  engine._initialize?.();
};

const put = text => bytes(engine.room(text.length), text.length).set(text);

// Returns whether the session continues.
export const handleLine = text => {
  put(new TextEncoder().encode(text));
  return engine.handle_line() !== 0;
};

// Gives the engine an opening book, as an array of bytes. Returns whether it is a book.
export const takeBook = book => {
  // An engine that the browser has kept from an earlier visit may take none.
  if (!engine.take_book) return false;
  put(book);
  return engine.take_book() !== 0;
};
