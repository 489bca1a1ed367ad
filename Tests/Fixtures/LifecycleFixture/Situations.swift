import Dispatch
import Foundation
import Glibc
import ProcessLifecycle
import Synchronization

/// What the fixture can be put into.
enum Situations {
  static func announcePhases() {
    ProcessLifecycle.on(.didFinishLaunching) { _ in
      say("did")
      ProcessLifecycle.on(.willFinishLaunching) { _ in say("late will") }
      DispatchQueue.main.async { exit(0) }
    }
    ProcessLifecycle.on(.willFinishLaunching) { _ in say("will 1") }
    ProcessLifecycle.on(.willFinishLaunching) { _ in say("will 2") }
    say("main \(ProcessLifecycle.hasHappened(.willFinishLaunching))")
  }

  static func driveByHost() throws {
    announcePhases()
    let host = try ProcessLifecycle.takeCharge(named: "fixture")
    do {
      _ = try ProcessLifecycle.takeCharge(named: "second")
    } catch {
      say("\(error)")
    }
    DispatchQueue.main.async {
      say("main queue \(ProcessLifecycle.hasHappened(.willFinishLaunching))")
      host.launch()
    }
    dispatchMain()
  }

  static func listen(to events: [ProcessEvent]) {
    for event in events {
      ProcessLifecycle.on(event) { context in
        say("told \(context.event)")
        await Task.yield()
        say("finished \(context.event)")
      }
    }
    say("ready")
    dispatchMain()
  }

  static func answer() {
    let told = Counter()
    ProcessLifecycle.answer(.hangup) { _ in
      say("answered \(told.next())")
      try? await Task.sleep(for: .seconds(1000))
    }
    ProcessLifecycle.on(.terminate) { _ in say("told terminate") }
    say("ready")
    dispatchMain()
  }

  /// Says what becomes of a signal, before and after the program has itself reset its action.
  static func tellAvailability() {
    say("\(ProcessLifecycle.availability(of: .interrupt))")
    signal(SIGINT, SIG_DFL)
    say("\(ProcessLifecycle.availability(of: .interrupt))")
    // What the program ignores itself is told, as Dispatch's own sources are on other systems.
    signal(SIGTERM, SIG_IGN)
    say("\(ProcessLifecycle.availability(of: .terminate))")
  }

  static func listenAndPrint() {
    ProcessLifecycle.on(.terminate) { _ in print("printed at the end") }
    say("ready")
    print("printed before")
    dispatchMain()
  }

  static func listenWithoutMainLoop() {
    ProcessLifecycle.on(.interrupt) { _ in say("never") }
    say("ready")
    while true { sleep(1000) }
  }

  static func listenSlowly() {
    ProcessLifecycle.on(.terminate) { _ in
      say("told terminate")
      try? await Task.sleep(for: .seconds(1000))
    }
    ProcessLifecycle.on(.interrupt) { _ in say("told interrupt") }
    say("ready")
    dispatchMain()
  }

  static func listenAboveHandler() {
    signal(SIGINT) { _ in
      say("handler")
      handlerRuns.add(1, ordering: .relaxed)
    }
    let before = currentAction(of: SIGINT)
    let listener = ProcessLifecycle.on(.interrupt) { _ in
      say("told")
      let runs = handlerRuns.load(ordering: .relaxed)
      // The handler is back for as long as it runs; a signal that came right then
      // would go to it alone.
      Task.detached {
        while handlerRuns.load(ordering: .relaxed) == runs || currentAction(of: SIGINT) == before {
          try await Task.sleep(for: .milliseconds(1))
        }
        say("caught again")
      }
    }
    ProcessLifecycle.on(.terminate) { _ in
      listener.cancel()
      say("same action \(currentAction(of: SIGINT) == before)")
    }
    say("ready")
    dispatchMain()
  }

  static func listenBesideDispatchSource() {
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
    source.setRegistrationHandler {
      ProcessLifecycle.on(.interrupt) { _ in say("told") }
      say("ready")
    }
    source.setEventHandler { say("source") }
    source.activate()
    dispatchMain()
  }

  static func listenForAWhile() {
    let first = ProcessLifecycle.on(.interrupt) { _ in say("told 1") }
    first.cancel()
    let second = ProcessLifecycle.on(.interrupt) { _ in say("told 2") }
    ProcessLifecycle.on(.user1) { _ in
      second.cancel()
      say("cancelled")
    }
    say("ready")
    dispatchMain()
  }

  static func listenAsHost() throws {
    let host = try ProcessLifecycle.takeCharge(named: "fixture")
    let told = Counter()
    ProcessLifecycle.on(.terminate) { _ in
      let count = told.next()
      say("told \(count)")
      if count == 3 { host.release() }
    }
    say("ready")
    dispatchMain()
  }

  static func hearAsHost() throws {
    let host = try ProcessLifecycle.takeCharge(named: "fixture")
    ProcessLifecycle.on(.interrupt) { _ in say("never") }
    host.onSignal { say("host \($0)") }
    say("ready")
    withExtendedLifetime(host) {
      // The main queue hangs.
      while true { sleep(1000) }
    }
  }

  static func endNormally() {
    ProcessLifecycle.on(.exit) { _ in say("exit \(ProcessLifecycle.isOnMain)") }
    say("main")
  }

  static func endOffMain() {
    ProcessLifecycle.on(.exit) { _ in say("never") }
    ProcessLifecycle.errorHandler = { say("\($0.code)") }
    DispatchQueue.global().async { exit(3) }
    dispatchMain()
  }

  static func tellWhereOnMain() {
    say("main \(ProcessLifecycle.isOnMain)")
    Thread.detachNewThread { say("thread \(ProcessLifecycle.isOnMain)") }
    DispatchQueue.global().sync { say("sync from main \(ProcessLifecycle.isOnMain)") }
    DispatchQueue.global().async {
      say("global \(ProcessLifecycle.isOnMain)")
      DispatchQueue.main.async {
        say("main queue \(ProcessLifecycle.isOnMain)")
        MainActor.assumeIsolated {}
        Task { @MainActor in
          say("main actor \(ProcessLifecycle.isOnMain)")
          await Task.yield()
          say("resumed \(ProcessLifecycle.isOnMain)")
          let elsewhere = await Task.detached { ProcessLifecycle.isOnMain }.value
          say("detached \(elsewhere)")
          exit(0)
        }
      }
    }
    dispatchMain()
  }

  static func waitForIdle() {
    ProcessLifecycle.idleGracePeriod = .milliseconds(20)
    let told = Counter()
    ProcessLifecycle.on(.idle) { _ in
      let count = told.next()
      say("idle \(count)")
      if count == 2 { exit(0) }
    }
    dispatchMain()
  }

  static func countDescriptors() {
    let before = openDescriptors()
    let events: [ProcessEvent] = [.memoryPressure, .wallClockChanged, .timeZoneChanged]
    for event in events { say("\(event) \(ProcessLifecycle.availability(of: event))") }
    let listeners = events.map { ProcessLifecycle.on($0) { _ in } }
    say("more \(openDescriptors().count > before.count)")
    for listener in listeners { listener.cancel() }
    // Dispatch keeps descriptors of its own once it has been used.
    let kinds = ["inotify", "timerfd", "pressure"]
    say(
      "left \(openDescriptors().filter { target in kinds.contains { target.contains($0) } })")
  }

  static func measure() {
    @Sendable func nanoseconds(_ body: () -> Void) -> Double {
      let start = DispatchTime.now().uptimeNanoseconds
      for _ in 0..<1_000_000 { body() }
      return Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
    }
    let initial = nanoseconds { blackHole(ProcessLifecycle.isOnMain) }
    say("initial thread \(initial) ns")
    DispatchQueue.main.async {
      let queue = nanoseconds { blackHole(ProcessLifecycle.isOnMain) }
      say("main queue on a worker \(queue) ns")
      let thread = nanoseconds { blackHole(Thread.isMainThread) }
      say("Thread.isMainThread \(thread) ns")
      DispatchQueue.global().async {
        let off = nanoseconds { blackHole(ProcessLifecycle.isOnMain) }
        say("off main \(off) ns")
        exit(0)
      }
    }
    dispatchMain()
  }
}

// MARK: - Helpers

/// Counts from one.
final class Counter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

/// Keeps the optimiser from leaving out how a value came about.
@inline(never)
func blackHole(_ value: Bool) {}

/// What the process does on a signal now, in numbers that can be compared.
func currentAction(of signal: Int32) -> [Int] {
  var action = sigaction()
  unsafe sigaction(signal, nil, &action)
  return [
    unsafe unsafeBitCast(action.__sigaction_handler, to: Int.self),
    Int(action.sa_flags),
    unsafe unsafeBitCast(action.sa_restorer, to: Int.self),
  ] + (1...64).map { unsafe Int(sigismember(&action.sa_mask, $0)) }
}

/// What the open descriptors of this process point to.
func openDescriptors() -> [String] {
  let folder = "/proc/self/fd"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.compactMap {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
  }
}

/// How often the handler that a situation installed has run.
let handlerRuns = Atomic(0)
