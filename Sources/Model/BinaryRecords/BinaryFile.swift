package import RecordFormat

/// A file that a linker or a compiler created, with the records that it contains.
///
/// The file is read but not executed, and only its headers and records are read, even if it is
/// large. The reader supports ELF and Mach-O executables, libraries and object files, and archives
/// and universal files of these.
package struct BinaryFile: Sendable {
  package let path: String
  /// The images of the file: several for an archive or a universal file, otherwise one.
  package let images: [BinaryImage]
  /// The problems of the file as a whole, without the problems of its images.
  private let fileProblems: [BinaryProblem]

  /// Reads a file.
  ///
  /// - Throws: An error if the file is not a binary, or is one that cannot contain records.
  package init(path: String) throws(BinaryError) {
    do throws(FormatError) {
      try self.init(Bytes(ByteStorage(mapping: path)), path: path)
    } catch {
      throw BinaryError(error, path: path)
    }
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: An error if the bytes are not a binary, or are one that cannot contain records.
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

  /// The valid records of all images, image by image.
  package var records: [DeclaredRecord] { images.flatMap(\.records) }

  /// All problems with the file and its records.
  package var problems: [BinaryProblem] { fileProblems + images.flatMap(\.problems) }
}

/// The reason why a file cannot be read as a binary.
///
/// For problems with single records in a file that can be read, see ``BinaryProblem``.
package struct BinaryError: Error, Sendable, Hashable {
  /// The kind of problem.
  ///
  /// Later releases may add kinds.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The file cannot be opened or mapped.
    package static let unreadable = Code("unreadable")
    /// The file is neither ELF nor Mach-O, nor an archive.
    package static let unknownFormat = Code("unknownFormat")
    /// The format is known, but this variant of it cannot contain records.
    package static let unsupportedFormat = Code("unsupportedFormat")
    /// The file is shorter than its headers state.
    package static let truncated = Code("truncated")
    /// The contents of the file are contradictory.
    package static let malformed = Code("malformed")
  }

  /// The kind of problem.
  package let code: Code
  /// The file that was read.
  package let path: String
  /// The offset in the file, if the problem has a place.
  package let offset: Int?
  /// A sentence that describes the problem and suggests a fix.
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
