/** Whether the bytes are a zip archive, as .xlsx and .ods are. The dashboard uses this too. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}
