package import RecordFormat

/// A file that a linker or a compiler made, with the records that it carries.
///
/// It is read without running any of it, and however large it is, only its
/// headers and its records are looked at: ELF and Mach-O executables, libraries
/// and object files, and archives and universal files of them.
package struct BinaryFile: Sendable {
  package let path: String
  /// The images of the file: one, or those of an archive or of a universal file.
  package let images: [BinaryImage]
  /// The problems of the file apart from its images.
  private let fileProblems: [BinaryProblem]

  /// Reads a file.
  ///
  /// - Throws: Why the file is no binary, or none with records.
  package init(path: String) throws(BinaryError) {
    do throws(FormatError) {
      try self.init(Bytes(ByteStorage(mapping: path)), path: path)
    } catch {
      throw BinaryError(error, path: path)
    }
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: Why they are no binary, or none with records.
  package init(bytes: [UInt8], name: String) throws(BinaryError) {
    do throws(FormatError) {
      try self.init(Bytes(ByteStorage(copying: bytes)), path: name)
    } catch {
      throw BinaryError(error, path: name)
    }
  }

  private init(_ bytes: Bytes, path: String) throws(FormatError) {
    self.path = path
    var parts = FileParts(path: path)
    try parts.add(bytes, member: nil)
    images = parts.images
    fileProblems = parts.problems
  }

  /// The good records of all images, image by image.
  package var records: [DeclaredRecord] { images.flatMap(\.records) }

  /// Everything that is wrong with the records.
  package var problems: [BinaryProblem] { fileProblems + images.flatMap(\.problems) }
}

/// Why a file cannot be read as a binary.
///
/// What is wrong with single records in a file that can be read is a
/// ``BinaryProblem``.
package struct BinaryError: Error, Sendable, Hashable {
  /// The kind of problem; the list may grow.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The file cannot be opened or mapped.
    package static let unreadable = Code("unreadable")
    /// The file is neither ELF nor Mach-O, nor an archive.
    package static let unknownFormat = Code("unknownFormat")
    /// The format is known, but this form of it has no records.
    package static let unsupportedFormat = Code("unsupportedFormat")
    /// The file ends before what it says it holds.
    package static let truncated = Code("truncated")
    /// The file contradicts itself.
    package static let malformed = Code("malformed")
  }

  /// The kind of problem.
  package let code: Code
  /// The file that was read.
  package let path: String
  /// The offset in the file, if the problem is about one place.
  package let offset: Int?
  /// A sentence that says what is wrong, and what to do about it.
  package let message: String

  init(_ error: FormatError, path: String) {
    code = error.code
    self.path = path
    offset = error.offset
    message = error.message
  }
}

extension BinaryError: CustomStringConvertible {
  package var description: String {
    let place = offset.map { " at offset \($0)" } ?? ""
    return "\(path)\(place): \(message)."
  }
}
