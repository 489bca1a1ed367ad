#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("BinaryRecords needs the C library of this platform.")
#endif

/// Memory with the bytes of a file, either mapped or copied.
///
/// Only the mapped pages that are used are read from the disk, so a large program costs little. A
/// file must not be truncated while it is mapped. Linkers and package managers replace files
/// instead.
@safe
final class ByteStorage {
  @unsafe let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// Copies bytes.
  init(copying source: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 8)
    unsafe copy.copyBytes(from: source)
    unsafe bytes = UnsafeRawBufferPointer(copy)
    isMapped = false
  }

  /// Maps a file.
  ///
  /// - Throws: An error that describes why this is not possible.
  init(mapping path: String) throws(FormatError) {
    // If the path is not a regular file, opening it must not block.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw FormatError(.unreadable, "it cannot be opened: \(Self.reason())")
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else {
      throw FormatError(.unreadable, "it cannot be examined: \(Self.reason())")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FormatError(.unreadable, "it is not a regular file. Pass the path of a binary")
    }
    guard let size = Int(exactly: status.st_size), size > 0 else {
      throw FormatError(.unknownFormat, "it is empty. Build it again")
    }
    guard let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0),
      unsafe start != MAP_FAILED
    else {
      throw FormatError(.unreadable, "it cannot be mapped into memory: \(Self.reason())")
    }
    unsafe bytes = unsafe UnsafeRawBufferPointer(start: start, count: size)
    isMapped = true
  }

  deinit {
    if isMapped {
      unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    } else {
      unsafe bytes.deallocate()
    }
  }

  private static func reason() -> String {
    unsafe String(cString: strerror(errno))
  }
}

// Sendable: the bytes are written before other code has a reference to them, and only
// read from then on, until the last reference is released.
extension ByteStorage: @unchecked Sendable {}

/// The reason why bytes cannot be read.
///
/// The reader of the file adds the name of the file.
struct FormatError: Error {
  var code: BinaryError.Code
  /// The offset in the file, if the problem has a place.
  var offset: Int?
  /// A sentence that describes the problem and suggests a fix.
  ///
  /// It follows the name of the file.
  var message: String

  init(_ code: BinaryError.Code, at offset: Int? = nil, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// Returns the error for something that exceeds the end of the file.
  static func truncated(_ thing: String, at offset: Int) -> FormatError {
    FormatError(
      .truncated, at: offset,
      "\(thing) reaches beyond the end of the file. Build or copy the file again")
  }
}
