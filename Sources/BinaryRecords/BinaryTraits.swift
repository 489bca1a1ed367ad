/// What a binary is, apart from its records.
package struct BinaryTraits: Sendable, Hashable {
  /// What the linker or the compiler made.
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
  /// The processor it is for, such as `x86_64` or `aarch64`.
  package var architecture: String
  /// A Boolean value that indicates whether the loader may put it at any address.
  package var isPositionIndependent = false
  /// A Boolean value that indicates whether the loader keeps it until the process ends, even
  /// if it is closed.
  package var isNeverUnloaded = false
  /// The names of the libraries that the dynamic loader opens with it, in order: those it
  /// needs, and those it filters (`--auxiliary`, `--filter`).
  package var neededLibraries: [String] = []
  /// The name by which others need it.
  package var sharedName: String?
  /// Where the libraries it needs are looked for first.
  package var runPaths: [String] = []
  /// The loader that runs it.
  package var interpreter: String?
  /// How many bytes of addresses of functions run before `main`.
  package var startUpByteCount: UInt64 = 0
  /// What tells this build from others, in hexadecimal.
  package var buildID: String?
  /// What is mapped into memory.
  package var segments: [BinarySegment] = []
}
