import Foundation

/// The sockets that a supervisor passes to a process when it starts, as systemd describes them in
/// the environment.
struct SocketActivation: Sendable, Equatable {
  /// The variables that describe the sockets.
  static let variables = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDNAMES"]

  /// The first descriptor, which the other descriptors follow.
  private static let firstDescriptor: Int32 = 3

  /// The name of a socket without a name.
  private static let missingName = "unknown"

  private(set) var sockets: [ActivatedSocket] = []

  /// The reason why the description, or a part of it, is ignored.
  private(set) var problem: String?

  /// No sockets.
  static let none = SocketActivation()

  private init() {}

  /// Reads the variables.
  ///
  /// - Parameters:
  ///   - environment: The environment of the process.
  ///   - process: The identifier of the process.
  ///   - isSocket: Returns whether a descriptor belongs to a socket.
  init(environment: [String: String], process: Int32, isSocket: (Int32) -> Bool) {
    guard let countText = environment["LISTEN_FDS"], !countText.isEmpty else { return }
    let owner = environment["LISTEN_PID"] ?? ""
    guard owner == "\(process)" else {
      problem = """
        LISTEN_PID is '\(owner)', but the process is \(process), so the sockets of the supervisor \
        are ignored: start the app directly, or with 'exec' in a script.
        """
      return
    }
    guard let count = Int32(countText), count >= 0, count <= .max - Self.firstDescriptor else {
      problem = """
        LISTEN_FDS is '\(countText)', so the sockets of the supervisor are ignored: it must be \
        their number.
        """
      return
    }
    let descriptors = Self.firstDescriptor..<Self.firstDescriptor + count
    if let other = descriptors.first(where: { !isSocket($0) }) {
      problem = """
        LISTEN_FDS is '\(countText)', but descriptor \(other) is not a socket, so the sockets of \
        the supervisor are ignored: start the app with only its sockets from descriptor \
        \(Self.firstDescriptor) on.
        """
      return
    }
    sockets = zip(descriptors, names(in: environment, count: descriptors.count)).map {
      ActivatedSocket(name: $1, descriptor: $0)
    }
  }

  private mutating func names(in environment: [String: String], count: Int) -> [String] {
    let missing = Array(repeating: Self.missingName, count: count)
    guard let text = environment["LISTEN_FDNAMES"], count > 0 else { return missing }
    let names = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard names.count == count else {
      problem = """
        LISTEN_FDNAMES is '\(text)' and names \(names.count) of \(count) sockets, so the names are \
        ignored: write one name for each, separated by ':'.
        """
      return missing
    }
    return names
  }
}

extension SocketActivation {
  /// Takes the sockets of this process, and prevents child processes from inheriting them and their
  /// variables.
  ///
  /// It is called first, because the environment must not change while another thread reads it.
  static func takeFromProcess() -> SocketActivation {
    let environment = ProcessInfo.processInfo.environment
    // Checking for an open descriptor would not be sufficient, because the runtime opens some
    // before this call.
    let activation = SocketActivation(
      environment: environment, process: getpid(), isSocket: UnixSocket.isSocket)
    for socket in activation.sockets { UnixSocket.neverInherit(socket.descriptor) }
    for variable in variables where environment[variable] != nil { unsafe unsetenv(variable) }
    return activation
  }
}

/// A listening socket that the supervisor has passed to the app.
///
/// - Concurrency: May be used from any thread.
public struct ActivatedSocket: Sendable, Hashable {
  /// The name that the supervisor has assigned, with `FileDescriptorName=` in a socket unit.
  public let name: String

  /// The descriptor, which child processes do not inherit.
  public let descriptor: Int32

  /// The name of the socket for the app's console.
  static let consoleName = "console"
}

extension AppContext {
  /// The sockets that the supervisor has handed over, in its order.
  ///
  /// ``Bridge/openConsole(at:for:)`` uses the one with the name `console`. The others are the app's:
  /// it accepts their connections, and closes their descriptors when it ends.
  public var sockets: [ActivatedSocket] { host.surroundings.activation.sockets }
}
