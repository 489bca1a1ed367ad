/// A part of a file that the loader maps into memory.
package struct BinarySegment: Sendable, Hashable {
  /// Its name, where segments have names.
  package let name: String
  /// The address in memory, as the file counts addresses.
  package let address: UInt64
  package let memorySize: UInt64
  /// The offset in the file.
  package let fileOffset: UInt64
  package let fileSize: UInt64
  package let isReadable: Bool
  package let isWritable: Bool
  package let isExecutable: Bool

  /// Returns whether an address lies in the part of it that the file holds.
  func holds(_ address: UInt64) -> Bool {
    address >= self.address && address - self.address < fileSize
  }

  /// Returns whether a run of addresses lies in it.
  func holds(_ address: UInt64, count: UInt64) -> Bool {
    address >= self.address && address - self.address <= memorySize
      && count <= memorySize - (address - self.address)
  }
}

extension BinarySegment: CustomStringConvertible {
  package var description: String {
    let permissions =
      (isReadable ? "R" : "-") + (isWritable ? "W" : "-") + (isExecutable ? "X" : "-")
    let end = address.addingReportingOverflow(memorySize).partialValue
    return "\(name.isEmpty ? "" : name + " ")0x\(String(address, radix: 16))..<0x"
      + "\(String(end, radix: 16)) \(permissions)"
  }
}
