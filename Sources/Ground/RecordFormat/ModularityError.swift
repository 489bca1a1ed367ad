/// The common protocol of the errors of all products of ModularityKit.
///
/// You can write a handler for the errors of all products:
///
/// ```swift
/// func log(_ error: some ModularityError) { logger.error("\(error.code): \(error)") }
/// ```
public protocol ModularityError: Error, Hashable, CustomStringConvertible {
  /// The kind of the errors of a product.
  associatedtype Code: Sendable, Hashable, CustomStringConvertible

  /// The kind of error.
  var code: Code { get }

  /// A sentence that describes the error and suggests a fix.
  var message: String { get }

  /// The source location of the declaration or the call with the error, if it is known.
  var location: CodeLocation? { get }

  /// The error that code of the app threw, or `nil` without such an error.
  ///
  /// It is ignored when errors are compared, because not all errors can be compared. The message
  /// contains its description.
  var underlyingError: (any Error)? { get }
}

extension ModularityError {
  /// The file of the location, as `Module/File.swift`.
  public var fileID: String? { location?.fileID }

  /// The line of the location.
  public var line: Int? { location?.line }

  /// The location and the message in the format of compilers: `Module/File.swift:12: …`.
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
