#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("EditorServer needs the C library of this platform.")
#endif

/// The first bytes of a file, which tell whether it is an executable or a shared library.
enum ProgramHeader {
  /// Returns whether a file may hold the records of a program.
  ///
  /// A build folder has hundreds of files; only programs are read further.
  static func isProgram(path: String) -> Bool {
    guard let bytes = firstBytes(of: path) else { return false }
    return isELFProgram(bytes) || isMachOProgram(bytes)
  }

  private static func firstBytes(of path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
      count = max(0, unsafe read(file, buffer.baseAddress, buffer.count))
    }
    return bytes.count == 20 ? bytes : nil
  }

  /// An ELF file whose type is that of an executable or of a shared object.
  private static func isELFProgram(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) && [2, 3].contains(bytes[16]) && bytes[17] == 0
  }

  /// A Mach-O file of 64 bits whose type is that of an executable, a library or a bundle.
  private static func isMachOProgram(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xCF, 0xFA, 0xED, 0xFE]) && [2, 6, 8].contains(bytes[12])
  }
}
