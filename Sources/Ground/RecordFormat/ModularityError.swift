/// An error of ModularityKit, in the form that all products share.
///
/// A handler of any product's errors can be written once:
///
/// ```swift
/// func log(_ error: some ModularityError) { logger.error("\(error.code): \(error)") }
/// ```
public protocol ModularityError: Error, Hashable, CustomStringConvertible {
  /// The kind of an error of this product.
  associatedtype Code: Sendable, Hashable, CustomStringConvertible

  /// The kind of error.
  var code: Code { get }

  /// A sentence that says what happened and what can be done about it.
  var message: String { get }

  /// The source location of the declaration or the call that the error is about, if it is known.
  var location: CodeLocation? { get }

  /// The error that the app's code threw, if it did.
  ///
  /// It is not compared, as errors in general cannot be; the message has its description.
  var underlyingError: (any Error)? { get }
}

extension ModularityError {
  /// The file of the location, as `Module/File.swift`.
  public var fileID: String? { location?.fileID }

  /// The line of the location.
  public var line: Int? { location?.line }

  /// The location and the message, as compilers print them: `Module/File.swift:12: …`.
  public var description: String { location.map { "\($0): \(message)" } ?? message }

  /// Compares the codes, the messages and the locations.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.message == right.message && left.location == right.location
  }

  /// Hashes the code, the message and the location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
    hasher.combine(location)
  }
}
