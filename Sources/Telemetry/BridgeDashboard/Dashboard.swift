public import Bridge
import BridgeTelemetry
import Khala
public import Pharos
import RecordFormat
import ToolkitTelemetry
import ToolkitTrace

extension Bridge {
  /// Serves a page in the browser that shows the running app and acts on it.
  ///
  /// ```swift
  /// func didLaunch(_ context: AppContext) async throws {
  ///   let dashboard = try Bridge.startDashboard(for: context, port: 9464)
  ///   print("open \(dashboard.signInAddress)")
  /// }
  /// ```
  ///
  /// The page shows health, wiring, jobs, schedules, the timeline and the log, and follows their
  /// changes. Admins can run everything that the console of the app can. The port also serves
  /// `/livez` and `/readyz`, and `/metrics` with `telemetry`.
  ///
  /// While no page is open, the dashboard reads nothing. See <doc:Watching-an-App-in-a-Browser>.
  ///
  /// - Parameters:
  ///   - context: The app.
  ///   - port: The port, or 0 for any free port. By default, the port of `telemetry` if it has one,
  ///     otherwise 9464.
  ///   - address: The IPv4 address to listen at. By default, only processes on this machine can
  ///     connect. The connection is not encrypted, so let others connect through a proxy with TLS.
  ///   - socket: The path of a socket in the file system to listen at instead of a port, for example
  ///     for a proxy. Only the user of the process can connect.
  ///   - hosts: The names by which browsers reach the app, if they are not `localhost` or `address`.
  ///   - access: The rule by which people are recognized.
  ///   - redactedKeys: The keys whose values are shown as `•••` in payloads, results and answers,
  ///     compared without regard to case.
  ///   - telemetry: The telemetry of the app, for the page `/metrics` of the port.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The dashboard, with its addresses.
  /// - Throws: ``MonitorPortError`` if the port cannot be opened, `BridgeConsoleError` if the socket
  ///   cannot be.
  @discardableResult
  public static func startDashboard(
    for context: AppContext, port: UInt16? = nil, address: String = "127.0.0.1",
    socket: String? = nil, hosts: [String] = [], access: DashboardAccess = .tokens(),
    redactedKeys: Set<String> = ["password", "secret", "token", "authorization", "apiKey"],
    telemetry: AppTelemetry? = nil, fileID: String = #fileID, line: Int = #line
  ) throws -> Dashboard {
    let intake = LiveIntake()
    let values = RelayValues()
    let feed = LiveFeed(.of(context), intake: intake, showing: values)
    let gate = DashboardGate(access)
    let desk = ConsoleDesk(context: context)
    func pages(before others: any PortPages) -> DashboardPages {
      DashboardPages(
        name: context.name, gate: gate, feed: feed, desk: desk,
        redaction: LogRedaction(keys: redactedKeys), others: others)
    }
    let monitors: any PortPages =
      telemetry?.pages ?? MonitorPages(metrics: nil, health: { await context.health() })
    let opened: MonitorPort
    var isShared = false
    if let socket {
      opened = try MonitorPort(socket: socket, hosts: hosts, pages: pages(before: monitors))
    } else if port == nil, let shared = telemetry?.port {
      shared.replacePages { pages(before: $0) }
      opened = shared
      isShared = true
    } else {
      opened = try MonitorPort(
        port ?? 9464, of: address, hosts: hosts, pages: pages(before: monitors),
        at: CodeLocation(fileID: fileID, line: line))
    }
    let leavePort: @Sendable () -> Void
    if isShared {
      leavePort = { opened.replacePages { _ in monitors } }
    } else {
      leavePort = { opened.close() }
    }
    let dashboard = Dashboard(
      port: opened, host: hosts.first ?? (address == "0.0.0.0" ? "localhost" : address), gate: gate,
      feed: feed, values: values, log: Logs.observe(by: intake), leavePort: leavePort)
    context.onShutdown("dashboard", fileID: fileID, line: line) { await dashboard.close() }
    return dashboard
  }
}

/// The page of an app in the browser, made by `Bridge.startDashboard(for:port:)`.
///
/// - Concurrency: May be used from any thread.
public final class Dashboard: Sendable {
  /// The port, which also serves the pages for monitors.
  public let port: MonitorPort

  private let host: String
  private let gate: DashboardGate
  private let feed: LiveFeed
  private let values: RelayValues
  private let log: LogSinkAttachment
  /// Closes the port, or removes the pages from the port of the telemetry.
  private let leavePort: @Sendable () -> Void

  init(
    port: MonitorPort, host: String, gate: DashboardGate, feed: LiveFeed, values: RelayValues,
    log: LogSinkAttachment, leavePort: @escaping @Sendable () -> Void
  ) {
    self.leavePort = leavePort
    (self.port, self.host, self.gate, self.feed) = (port, host, gate, feed)
    (self.values, self.log) = (values, log)
  }

  /// The address of the page, for people who have signed in.
  public var address: String { "http://\(host)\(port.number == 0 ? "" : ":\(port.number)")/" }

  /// The address with which an admin signs in.
  ///
  /// It contains a secret. If people do not sign in with tokens, it is ``address``.
  public var signInAddress: String { signInAddress(of: .admin) }

  /// Returns the address with which a person signs in.
  ///
  /// It contains a secret. If people do not sign in with tokens, it is ``address``.
  ///
  /// - Parameter role: The role of the person.
  /// - Returns: The address.
  public func signInAddress(of role: DashboardRole) -> String {
    gate.signInToken(of: role).map { "\(address)?token=\($0)" } ?? address
  }

  /// Shows the current value of a shared relay.
  ///
  /// By default, the page shows no values of relays, because they may be private.
  ///
  /// - Parameter key: The key of the relay.
  public func showValue<Value>(of key: RelayKey<Value>) {
    values.add(key.name) { SharedRelay.existing(key).map { "\($0.value)" } }
  }

  /// Ends the connections of all pages, closes the port, and stops reading.
  ///
  /// If the port belongs to the telemetry, it stays open for monitors.
  public func close() async {
    log.cancel()
    await feed.close()
    leavePort()
  }
}
