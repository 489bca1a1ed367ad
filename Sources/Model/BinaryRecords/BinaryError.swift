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
