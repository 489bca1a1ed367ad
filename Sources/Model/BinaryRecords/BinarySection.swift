/// A part of a file as compilers and linkers see it.
package struct BinarySection: Sendable, Hashable {
  /// Its name, with that of its segment where sections have one: `.note.modkit`,
  /// `__TEXT,__text`.
  package let name: String
  /// The address in memory, as the file counts addresses.
  package let address: UInt64
  /// The offset in the file.
  package let fileOffset: UInt64
  package let size: UInt64
  /// A Boolean value that indicates whether a process has it in memory.
  package let isLoaded: Bool
  /// A Boolean value that indicates whether it is made of ELF notes.
  package let isNotes: Bool
}
