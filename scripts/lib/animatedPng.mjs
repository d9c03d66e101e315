/** Puts PNG pictures of one size together into one that moves (https://www.w3.org/TR/png-3/#apng-frame-based-animation). */
import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @typedef {{ readonly type: string, readonly data: Buffer }} Chunk */

/**
 * @param {Buffer} png
 * @returns {Chunk[]}
 */
function chunksOf(png) {
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** @param {number[]} values */
function words(...values) {
  const data = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => data.writeUInt32BE(value, 4 * index));
  return data;
}

/**
 * @param {readonly Buffer[]} pictures
 * @param {(frame: number) => number} delayMs how long a picture is shown
 */
export function animatedPng(pictures, delayMs) {
  const frames = pictures.map(chunksOf);
  const header = frames[0]?.find(({ type }) => type === 'IHDR');
  if (header === undefined || frames.some(([first]) => first === undefined || !first.data.equals(header.data)))
    throw new Error('the pictures are not all of one size and kind');
  const size = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  let sequence = 0;
  const parts = [SIGNATURE, chunk('IHDR', header.data), chunk('acTL', words(frames.length, 0))];
  frames.forEach((chunks, frame) => {
    const timing = Buffer.alloc(6);
    timing.writeUInt16BE(delayMs(frame), 0);
    timing.writeUInt16BE(1000, 2);
    parts.push(chunk('fcTL', Buffer.concat([words(sequence++, ...size, 0, 0), timing])));
    const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((part) => part.data));
    parts.push(frame === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([words(sequence++), data])));
  });
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}
