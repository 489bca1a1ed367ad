import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Synchronization
import TaskStore
import Testing

/// A server of PostgreSQL that tests start in a folder of their own, with the system's programs.
///
/// It ends with the process of the tests, whatever becomes of that.
final class PostgresServer: Sendable {
  let folder: TemporaryFolder
  /// The port at which it takes connections with TLS, or `nil` if it takes none.
  private let port: UInt16?
  /// The data, and the socket by which clients connect.
  private var data: String { folder.path("data") }
  private let process = Mutex<Process?>(nil)

  /// The server that tests share, each with a schema of its own; `nil` if there are no programs.
  static let shared = Task { () -> PostgresServer? in
    guard isInstalled else { return nil }
    let server = try PostgresServer()
    try await server.start()
    return server
  }

  /// The folder of the programs of the newest version, as Debian installs them.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap { Int($0) }.filter { $0 >= 15 }.sorted().reversed()
      .map { "\(root)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  /// A Boolean value that indicates whether the programs of a server are there.
  static var isInstalled: Bool { programs != nil }

  /// A Boolean value that indicates whether tests fail, and are not skipped, without them.
  static var isRequired: Bool {
    ProcessInfo.processInfo.environment["MODKIT_POSTGRES"] == "required"
  }

  /// Makes the folder of a server.
  ///
  /// - Parameter port: A port for connections with TLS, if it is to take some.
  /// - Throws: An error if a program of the server fails.
  init(port: UInt16? = nil) throws {
    self.port = port
    // Paths of sockets are short.
    folder = try TemporaryFolder(isShort: true)
    if getuid() == 0 {
      // The server does not run as root.
      try Self.check(["chown", "postgres", folder.path("")])
    }
    try Self.check(
      Self.asUser([
        "\(Self.programs ?? "")/initdb", "--no-sync", "--auth=trust", "--username=postgres",
        "--encoding=UTF8", "--no-locale", data,
      ]))
    guard port != nil else { return }
    try Self.check(
      Self.asUser([
        "openssl", "req", "-new", "-x509", "-days", "1", "-nodes", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", "\(data)/server.key", "-out",
        certificate,
      ]))
  }

  /// The certificate of the server, which is its own authority.
  var certificate: String { folder.path("server.crt") }

  /// The settings of how clients connect.
  private var connectionSettings: [String] {
    guard let port else { return ["-h", ""] }
    return [
      "-h", "localhost", "-p", "\(port)", "-c", "ssl=on", "-c", "ssl_cert_file=\(certificate)",
    ]
  }

  /// The words of a command as the user that the server runs as.
  private static func asUser(_ words: [String]) -> [String] {
    getuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + words : words
  }

  private static func check(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.currentDirectoryURL = URL(filePath: "/")
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(words): \(text)")
  }

  /// Starts the server, and waits until it accepts connections.
  func start() async throws {
    let new = Process()
    new.executableURL = URL(filePath: "/usr/bin/env")
    // The shell ends the server when the tests have ended, however that came.
    new.arguments =
      Self.asUser(
        [
          "sh", "-c",
          """
          "$@" & server=$!
          while [ -d "/proc/$0" ] && kill -0 $server 2>/dev/null; do sleep 0.2; done
          kill -INT $server 2>/dev/null
          wait
          """,
          "\(getpid())", "\(Self.programs ?? "")/postgres", "-D", data, "-k", folder.path(""),
          // Statistics that the server gathers when it likes would change plans in between.
          "-c", "max_connections=1000", "-c", "log_min_messages=panic", "-c", "autovacuum=off",
        ] + connectionSettings)
    new.standardInput = FileHandle.nullDevice
    new.standardOutput = FileHandle.nullDevice
    new.standardError = FileHandle.nullDevice
    new.currentDirectoryURL = URL(filePath: "/")
    try new.run()
    process.withLock { $0 = new }
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      let store = PostgresStore(connection, schema: "modularity_kit")
      do { return try await store.open() } catch {
        try #require(ContinuousClock.now < deadline, "the server has not started: \(error)")
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Stops the server, which ends its sessions.
  func stop() throws {
    // The first line is the identifier of the server's process.
    let status = try String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8)
    let identifier = try #require(status.split(separator: "\n").first.flatMap { Int32($0) })
    kill(identifier, SIGINT)
    process.withLock { $0.take() }?.waitUntilExit()
  }

  /// The connection string of its database.
  var connection: String {
    "host=\(folder.path("")) port=\(port ?? 5432) user=postgres dbname=postgres"
  }

  /// The connection string for TLS, which rejects a server without a certificate of the authority.
  func connection(trusting authority: String) -> String {
    """
    host=localhost port=\(port ?? 0) user=postgres dbname=postgres sslmode=verify-full \
    sslrootcert=\(authority)
    """
  }

  /// Runs statements by the server's own client.
  @discardableResult
  func run(_ sql: String) async throws -> String {
    let result = try await Command(
      executable: URL(filePath: "\(Self.programs ?? "")/psql"),
      arguments: [
        "-h", folder.path(""), "-p", "\(port ?? 5432)", "-U", "postgres", "-d", "postgres",
        "-v", "ON_ERROR_STOP=1", "-At", "-c", sql,
      ]
    ).result()
    try #require(result.succeeded, "\(result.errors)")
    return result.output
  }
}

/// A schema of a test in the server that tests share.
struct PostgresSubject: Sendable {
  let server: PostgresServer
  let schema = "test \(UUID().uuidString.lowercased())"

  /// Uses the shared server.
  init() async throws {
    server = try #require(
      try await PostgresServer.shared.value, "install 'postgresql', or set no MODKIT_POSTGRES")
  }

  func store() -> PostgresStore { PostgresStore(server.connection, schema: schema) }
}

extension Trait where Self == ConditionTrait {
  /// A test needs the programs of PostgreSQL: it is skipped where there are none, unless they
  /// are required.
  static var needsPostgres: Self {
    .enabled(
      if: PostgresServer.isInstalled || PostgresServer.isRequired,
      "needs PostgreSQL 15 or later: install 'postgresql'")
  }
}
