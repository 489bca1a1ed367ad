/// The properties of a binary, apart from its records.
package struct BinaryTraits: Sendable, Hashable {
  /// The kind of the linker's or compiler's output.
  package struct Form: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    private init(_ description: String) { self.description = description }

    package static let executable = Form("executable")
    package static let sharedLibrary = Form("shared library")
    package static let object = Form("object file")
    package static let other = Form("other")
  }

  /// The format of the file.
  package enum Format: String, Sendable, Hashable {
    case elf = "ELF"
    case machO = "Mach-O"
  }

  package var format: Format
  package var form: Form
  /// The processor architecture, such as `x86_64` or `aarch64`.
  package var architecture: String
  /// A Boolean value that indicates whether the loader can place the image at any address.
  package var isPositionIndependent = false
  /// A Boolean value that indicates whether the loader keeps the image until the process ends, even
  /// if it is closed.
  package var isNeverUnloaded = false
  /// The names of the libraries that the dynamic loader opens with the image, in order.
  ///
  /// These are the libraries that it needs or filters (`--auxiliary`, `--filter`).
  package var neededLibraries: [String] = []
  /// The name by which other images refer to the library.
  package var sharedName: String?
  /// The folders in which needed libraries are searched for first.
  package var runPaths: [String] = []
  /// The loader that runs the program.
  package var interpreter: String?
  /// The size in bytes of the addresses of functions that run before `main`.
  package var startUpByteCount: UInt64 = 0
  /// The identifier of the build, in hexadecimal.
  package var buildID: String?
  /// The segments that are mapped into memory.
  package var segments: [BinarySegment] = []
}

extension BinaryTraits {
  /// Returns the folders in which needed libraries are searched for first.
  ///
  /// - Parameter path: The path of the file. Run paths may be relative to it.
  /// - Returns: The folders, in their order.
  package func runFolders(ofFileAt path: String) -> [String] {
    runPaths.map { Self.expand($0, inFileAt: path) }
  }

  /// Replaces `$ORIGIN` in a path or the name of a library by the folder of a file.
  ///
  /// - Parameters:
  ///   - text: The path or name, as the file contains it.
  ///   - path: The path of the file.
  /// - Returns: The text, as the dynamic loader reads it.
  package static func expand(_ text: String, inFileAt path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let origin = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return text.replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
  }
}
