/** Takes the files out of an archive whose files are stored as they are. */
export function filesOf(archive: Buffer): readonly { readonly path: string; readonly bytes: Buffer }[] {
  const end = archive.length - 22;
  let entry = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const [size, nameLength, header] = [
      archive.readUInt32LE(entry + 24),
      archive.readUInt16LE(entry + 28),
      archive.readUInt32LE(entry + 42),
    ];
    entry += 46 + nameLength;
    const begin = header + 30 + nameLength;
    return { path: archive.toString('utf8', header + 30, begin), bytes: archive.subarray(begin, begin + size) };
  });
}
