public import RecordFormat

/// An error of a module that was not loaded.
///
/// No code of the module has run, unless the error has the code ``Code/rejectedByLoader``.
public struct LoadingError: ModularityError {
  /// The kind of a problem.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The file cannot be read, or is not a binary.
    public static let unreadable = Code("unreadable")
    /// The file, or the file of a required library, is truncated or still being written.
    public static let incomplete = Code("incomplete")
    /// Every user may write to the file, to a required library, or to the folder of either.
    public static let writableByAll = Code("writableByAll")
    /// The file is not a shared library.
    public static let notALibrary = Code("notALibrary")
    /// The library is for another processor or operating system.
    public static let otherMachine = Code("otherMachine")
    /// The library, or a required library, contains its own copy of the toolkit.
    public static let secondToolkit = Code("secondToolkit")
    /// The library needs the toolkit, but the app does not share its own.
    public static let toolkitNotShared = Code("toolkitNotShared")
    /// Some of its records are corrupt or have another version.
    public static let brokenRecords = Code("brokenRecords")
    /// Some of its declarations already exist in the process.
    public static let alreadyPresent = Code("alreadyPresent")
    /// A unique key is already used.
    public static let keyTaken = Code("keyTaken")
    /// The system's loader rejected the library.
    public static let rejectedByLoader = Code("rejectedByLoader")
  }

  /// The kind of problem.
  public let code: Code
  /// The absolute path of the module.
  public let path: String
  /// A sentence with the problem, its place and the fix.
  public let message: String
  /// The source locations of the declarations that the message mentions.
  public let locations: [CodeLocation]

  /// The first of the locations.
  public var location: CodeLocation? { locations.first }

  /// Always `nil`, because the message contains the loader's text.
  public var underlyingError: (any Error)? { nil }

  init(_ code: Code, _ path: String, locations: [CodeLocation] = [], _ message: String) {
    self.code = code
    self.path = path
    self.locations = locations
    self.message = message
  }
}

extension LoadingError: CustomStringConvertible {
  public var description: String { "the module \(path) was not loaded: \(message)" }
}
