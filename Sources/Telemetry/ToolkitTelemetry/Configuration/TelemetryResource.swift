#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The entity that telemetry describes, as attributes: a service, its process and its host.
///
/// The names of the attributes are defined by the [semantic
/// conventions](https://opentelemetry.io/docs/specs/semconv/resource/).
///
/// ```swift
/// configuration.resource["service.version"] = "1.4.0"
/// ```
public struct TelemetryResource: Sendable, Hashable {
  /// The attributes by name.
  private(set) var attributes: [String: AttributeValue] = [:]

  /// Creates a resource without attributes.
  init() {}

  /// The value of an attribute, or `nil` if the attribute does not exist.
  public subscript(name: String) -> String? {
    get { attributes[name]?.description }
    set { attributes[name] = newValue.map(AttributeValue.string) }
  }

  /// The names of all attributes, in alphabetical order.
  public var names: [String] { attributes.keys.sorted() }

  /// The resource of this process on this host, with a unique identifier.
  ///
  /// The name of the service is `unknown_service:` followed by the name of the program. The
  /// conventions require this for a service without a name.
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
