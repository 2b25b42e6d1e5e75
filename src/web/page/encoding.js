// Decoding of files: bytes to text, by the same rules as the program (src/core/notation/pdn/encoding.rs).

const decoded = (encoding, bytes, options = {}) => new TextDecoder(encoding, { ignoreBOM: true, ...options }).decode(bytes);

// UTF-16 without a byte order mark: in text with digits and spaces, many of its bytes are zero; other text has no zeros.
const unmarkedOrder = bytes => {
  const zeros = [0, 0];
  bytes.forEach((byte, at) => { if (!byte) zeros[at % 2] += 1; });
  const [even, odd] = zeros;
  return Math.abs(even - odd) > Math.floor(bytes.length / 32) && (odd > even ? "utf-16le" : "utf-16be");
};

// How many more words of a line that is decoded as Windows-1251 are Russian than are Latin with foreign letters.
const russianWords = line => {
  let sum = 0;
  for (const word of line.match(/\p{Alphabetic}+/gu) ?? []) {
    // A single letter may be "à".
    if (/^\P{ASCII}{2,}$/u.test(word)) sum += 1;
    if (/\p{ASCII}/u.test(word) && /\P{ASCII}/u.test(word)) sum -= 1;
  }
  return sum;
};

const LINE_ENDS = [10, 13];

// The lines with their ends.
const linesOf = bytes => {
  const lines = [];
  let from = 0;
  bytes.forEach((byte, at) => {
    if (!LINE_ENDS.includes(byte)) return;
    lines.push(bytes.subarray(from, at + 1));
    from = at + 1;
  });
  return [...lines, bytes.subarray(from)];
};

const utf8 = bytes => {
  try {
    return decoded("utf-8", bytes, { fatal: true });
  } catch {
    return null;
  }
};

// Lines that are not valid UTF-8 are Windows-1251 if more of their words are Russian than have accents, and otherwise Windows-1252. Where
// there are as many, the words of all such lines decide.
const narrowText = bytes => {
  const lines = linesOf(bytes).map(bytes => {
    const text = utf8(bytes);
    const russian = text ?? decoded("windows-1251", bytes);
    return { bytes, text, russian, words: text === null ? russianWords(russian) : 0 };
  });
  const all = lines.reduce((sum, { words }) => sum + words, 0);
  return lines.map(({ bytes, text, russian, words }) => text ?? ((words || all) > 0 ? russian : decoded("windows-1252", bytes))).join("");
};

const MARKS = [["utf-16le", [0xff, 0xfe]], ["utf-16be", [0xfe, 0xff]], ["utf-8", [0xef, 0xbb, 0xbf]]];

// The text of a file, with lines that end as on Unix.
export const textOf = async file => {
  const all = new Uint8Array(await file.arrayBuffer());
  const [encoding, mark] = MARKS.find(([, mark]) => mark.every((byte, at) => all[at] === byte)) ?? ["utf-8", []];
  const bytes = all.subarray(mark.length);
  const order = encoding === "utf-8" ? unmarkedOrder(bytes) : encoding;
  const text = order ? decoded(order, bytes.subarray(0, bytes.length & ~1)) : utf8(bytes) ?? narrowText(bytes);
  return text.replace(/\r\n?/g, "\n");
};
