#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The entity that telemetry is about: a service, its process and its host, as attributes.
///
/// The names are those of the
/// [semantic conventions](https://opentelemetry.io/docs/specs/semconv/resource/).
///
/// ```swift
/// configuration.resource["service.version"] = "1.4.0"
/// ```
public struct TelemetryResource: Sendable, Hashable {
  /// The attributes by name.
  private(set) var attributes: [String: AttributeValue] = [:]

  /// Makes a resource without attributes.
  init() {}

  /// The value of an attribute, or `nil` if it has none.
  public subscript(name: String) -> String? {
    get { attributes[name]?.description }
    set { attributes[name] = newValue.map(AttributeValue.string) }
  }

  /// The names of all attributes, in alphabetical order.
  public var names: [String] { attributes.keys.sorted() }

  /// This process, on this host, with an identifier of its own.
  ///
  /// The service has the name `unknown_service:` and that of the program, as the conventions
  /// want it of a service without a name.
  public static var current: TelemetryResource {
    let process = ProcessInfo.processInfo
    let path = CommandLine.arguments.first ?? ""
    let program = path.split(separator: "/").last.map(String.init) ?? "swift"
    var resource = TelemetryResource()
    resource["service.name"] = "unknown_service:\(program)"
    resource["service.instance.id"] = UUID().uuidString.lowercased()
    resource["telemetry.sdk.name"] = "modularitykit"
    resource["telemetry.sdk.language"] = "swift"
    resource["telemetry.sdk.version"] = "0.1.0"
    resource["process.executable.name"] = program
    resource["process.command"] = path
    resource.attributes["process.pid"] = .integer(Int64(process.processIdentifier))
    resource["host.name"] = process.hostName
    return resource
  }
}
