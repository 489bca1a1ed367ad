#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("BinaryRecords needs the C library of this platform.")
#endif

/// Memory that holds the bytes of a file: its pages, or a copy.
///
/// Only those of the mapped pages that are used are read from the disk, which is
/// why a large program costs little. A file must not be cut shorter
/// while it is mapped; linkers and package managers replace files, and do not.
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
  /// - Throws: Why that is not possible, in words.
  init(mapping path: String) throws(FormatError) {
    // What is no regular file must not make the opening wait.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw FormatError(.unreadable, "it cannot be opened: \(Self.reason())")
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else {
      throw FormatError(.unreadable, "it cannot be looked at: \(Self.reason())")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FormatError(.unreadable, "it is no regular file. Give the path of a binary")
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

/// Why bytes are not what they should be; the reader of the file adds which file
/// it was.
struct FormatError: Error {
  var code: BinaryError.Code
  /// The offset in the file, if it is about one place.
  var offset: Int?
  /// A sentence that says what is wrong and what to do, and goes on behind the name of the file.
  var message: String

  init(_ code: BinaryError.Code, at offset: Int? = nil, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// Something that the file says lies behind its end.
  static func truncated(_ thing: String, at offset: Int) -> FormatError {
    FormatError(
      .truncated, at: offset,
      "\(thing) reaches beyond the end of the file. Build or copy the file again")
  }
}
