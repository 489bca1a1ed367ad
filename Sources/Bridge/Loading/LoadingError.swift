public import RecordFormat

/// Why a module was not loaded.
///
/// Nothing of a module has run when this is thrown, except where its code is
/// ``Code/rejectedByLoader``.
public struct LoadingError: ModularityError {
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The file cannot be read, or is no binary.
    public static let unreadable = Code("unreadable")
    /// The file, or that of a library that it needs, was cut or is still being written.
    public static let incomplete = Code("incomplete")
    /// Every user may write to the file, to a library that it needs, or to the folder of one.
    public static let writableByAll = Code("writableByAll")
    /// The file is no shared library.
    public static let notALibrary = Code("notALibrary")
    /// The library is for another processor or system.
    public static let otherMachine = Code("otherMachine")
    /// The library, or one that it needs, has a copy of the toolkit of its own.
    public static let secondToolkit = Code("secondToolkit")
    /// The library needs the toolkit, and the app does not share its own.
    public static let toolkitNotShared = Code("toolkitNotShared")
    /// Some of its records are broken, or of another version.
    public static let brokenRecords = Code("brokenRecords")
    /// Some of its declarations are already in the process.
    public static let alreadyPresent = Code("alreadyPresent")
    /// A key of which there may be only one is taken.
    public static let keyTaken = Code("keyTaken")
    /// The system's loader rejected the library.
    public static let rejectedByLoader = Code("rejectedByLoader")
  }

  /// The kind of problem.
  public let code: Code
  /// The absolute path of the module.
  public let path: String
  /// A sentence that says what is wrong, where, and what to do about it.
  public let message: String
  /// The source locations of the declarations that the message is about.
  public let locations: [CodeLocation]

  /// The first of the locations.
  public var location: CodeLocation? { locations.first }

  /// Always `nil`: the loader's own words are part of the message.
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
