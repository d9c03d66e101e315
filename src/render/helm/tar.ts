/** Upstream: archive/tar (Go 1.26): the files of an archive, which comes unzipped. */
import { bytesToString } from '../../model/utf8';
import { stringToBytes } from '../goTemplate/bytes';
import type { ChartFile } from './chart';

const BLOCK = 512;

/** Whether a file of a chart is an archive of a subchart. */
export function isPackedChart(name: string): boolean {
  return /(?:^|\/)charts\/[^/]+\.tgz$/.test(name);
}

/** Archives in archives are unpacked, too, so deep at most. */
const MAX_PACKED = 10;

/** A packed chart's files; those of packed subcharts stand below the name of their archive. Throws what `gunzip` throws. */
export function filesOfPackedChart(
  archive: Uint8Array,
  gunzip: (bytes: Uint8Array) => Uint8Array,
  depth = 0,
): readonly ChartFile[] {
  return filesOfArchive(gunzip(archive)).flatMap((file) =>
    depth < MAX_PACKED && isPackedChart(file.name)
      ? filesOfPackedChart(stringToBytes(file.data), gunzip, depth + 1).map(({ name, data }) => ({
          name: `${file.name}/${name}`,
          data,
        }))
      : [file],
  );
}

/** A chart's files without the folder that holds them all. Links and whatever else is no file are left out. */
function filesOfArchive(tar: Uint8Array): readonly ChartFile[] {
  const files: ChartFile[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length;) {
    const header = tar.subarray(at, at + BLOCK);
    if (header[0] === 0) break;
    const size = parseInt(field(header, 124, 12).trim() || '0', 8);
    if (!Number.isSafeInteger(size) || size < 0) break;
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    const type = field(header, 156, 1);
    if (type === 'L') longName = bytesToString(content).replace(/\0.*$/s, '');
    else if (type === 'x') longName = paxPath(bytesToString(content)) ?? longName;
    else {
      if (type === '' || type === '0') files.push({ name: inside(longName ?? headerName(header)), data: bytesToString(content) });
      longName = undefined;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files.filter(({ name }) => name !== '' && !name.split('/').includes('..'));
}

function field(header: Uint8Array, from: number, length: number): string {
  const bytes = header.subarray(from, from + length);
  const end = bytes.indexOf(0);
  return bytesToString(end < 0 ? bytes : bytes.subarray(0, end));
}

function headerName(header: Uint8Array): string {
  const prefix = field(header, 257, 5) === 'ustar' ? field(header, 345, 155) : '';
  const name = field(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Lines of `LENGTH key=value`. */
function paxPath(records: string): string | undefined {
  for (const line of records.split('\n')) {
    const at = line.indexOf(' path=');
    if (at > 0) return line.slice(at + ' path='.length);
  }
  return undefined;
}

function inside(name: string): string {
  const plain = name.startsWith('./') ? name.slice(2) : name;
  return plain.slice(plain.indexOf('/') + 1);
}
