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
