#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An address of a collector that speaks OTLP over HTTP, with JSON.
///
/// Each signal has an address of its own.
public struct TelemetryCollector: Sendable, Hashable {
  /// The address that requests are sent to, with its path.
  public let address: String

  /// The headers of each request.
  public var headers: [String: String] = [:]

  /// The time that an attempt takes at most.
  public var timeout = Duration.seconds(10)

  /// Names the address that requests are sent to.
  ///
  /// - Throws: ``TelemetryError`` of the code `unknownSetting` if it does not begin with
  ///   `http://` or `https://` and a host.
  public init(_ address: String) throws(TelemetryError) {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
      let host = url.host(), !host.isEmpty
    else {
      throw TelemetryError(
        .unknownSetting,
        """
        '\(address)' is not the address of a collector; it begins with http:// or https:// and a \
        host, such as http://localhost:4318/v1/traces
        """)
    }
    self.address = address
  }

  /// The address as a URL.
  var url: URL {
    // Checked by the initializer, after which the address does not change.
    URL(string: address)!
  }
}
