public import Foundation
import Synchronization

// What the process says, on its way to the tasks.
extension TaskManager {
  /// A phase of the launch comes, unless the app has brought it about itself.
  func launch(_ event: TaskEvent) async {
    guard world.listensToProcess, !withState({ $0.begun.contains(event) }) else { return }
    await happen(event)
    guard event == .didFinishLaunching else { return }
    // The framework of an app says so itself.
    if !EventSources.saysWhenActive { await happen(.didBecomeActive) }
    for url in Self.urls(in: world.launchOptions.arguments) { _ = await open(url).finished }
  }

  /// An event comes from outside.
  func happen(_ event: TaskEvent) async {
    let hasTasks = withState { !$0.catalog.entries(for: .event(event)).isEmpty }
    guard hasTasks || event.isOfLaunch else {
      state.withLock { $0.begun.formUnion(event) }
      return
    }
    let dispatch = trigger(event)
    // The rest of the tasks of idle times may never get time.
    if event != .idle { _ = await dispatch.finished }
  }

  /// Has the tasks of ``TaskEvent/willTerminate`` run, and then every task that
  /// succeeded do what it does at the end of the process.
  ///
  /// No more jobs of a store begin; those that run have five seconds, and the rest is given back.
  ///
  /// A process that a signal ends does so by itself before it dies. One that ends by
  /// returning from `main` or by `exit` does not wait for tasks: call this before.
  ///
  /// It happens once: a second call returns at once. After it, nothing runs by the clock.
  public func terminate() async {
    let isFirst = withState { state in
      defer { state.isTerminating = true }
      return !state.isTerminating
    }
    guard isFirst else { return }
    scheduler.end()
    await happen(.willTerminate)
    await finishStore()
    await shutDown()
  }

  /// Opens a URL: runs the tasks of ``TaskEvent/openURL``, which get it in
  /// ``TaskContext/otherOptions``, as `openURL`.
  ///
  /// URLs among the arguments of the program are opened when it has launched.
  ///
  /// - Parameters:
  ///   - url: What to open.
  ///   - options: What else comes with it.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: What to wait with.
  @discardableResult
  public func open(
    _ url: URL, options: [String: any Sendable] = [:], fileID: String = #fileID, line: Int = #line
  ) -> TaskDispatch {
    trigger(
      .openURL, options: options.merging(["openURL": url]) { $1 }, fileID: fileID, line: line)
  }

  /// The arguments that are URLs, as they have a scheme.
  static func urls(in arguments: [String]) -> [URL] {
    arguments.dropFirst().compactMap { argument in
      guard argument.contains("://"), let url = URL(string: argument), url.scheme != nil
      else { return nil }
      return url
    }
  }

  /// A notification was posted.
  func post(_ notification: Notification) {
    let occasion = Occasion.notification(notification.name)
    guard withState({ !$0.catalog.entries(for: occasion).isEmpty }) else { return }
    _ = dispatch(notification, at: CodeLocation(fileID: #fileID, line: #line))
  }

  /// Has the tasks of a notification run.
  func dispatch(_ notification: Notification, at location: CodeLocation) -> DispatchState {
    let occasion = Occasion.notification(notification.name)
    let dispatch = DispatchState(
      occasions: [occasion], manager: self, location: location, reportsErrors: true)
    submit(
      RunRequest(
        occasion: occasion,
        context: TaskContext(task: "", launchOptions: world.launchOptions, store: store),
        notification: notification, location: location
      ) { report, error in dispatch.end(with: report, error: error) })
    return dispatch
  }
}

extension TaskEvent {
  /// A Boolean value that indicates whether it is a phase of the launch.
  var isOfLaunch: Bool { self == .willFinishLaunching || self == .didFinishLaunching }
}
