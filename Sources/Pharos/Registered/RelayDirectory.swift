import SectionRegistry
import Synchronization
import ToolkitTrace

/// The relays that have keys, and the observers that are declared for keys.
///
/// A relay is made, gets all known observers, and only then is published to other code. So no
/// change can be made while one of these observers is missing.
///
/// Rejected:
/// * A relay that is published first and gets its observers afterwards. They would miss a change
///   that another thread makes in between.
/// * A lock around the creation. Keys and initial values are expressions of modules, which may look
///   up other relays.
/// * Observers that create the relays of their keys. A relay is created with the default value of
///   the code that looks it up, and an observer has none.
///
/// - Concurrency: All methods may be called from any thread. No lock is held while keys and initial
///   values are evaluated, or while observers run.
final class RelayDirectory: Sendable {
  /// A relay that has a key.
  struct Entry: Sendable {
    var key: UntypedKey
    let relay: any AnyObject & Sendable
    /// The node of the relay.
    let node: Node
    /// The source location at which it was made.
    let origin: CodeLocation
    /// The number of its declared observers.
    var observerCount: Int
  }

  private struct State: Sendable {
    /// The relays by the current names of their keys.
    var relays: [String: Entry] = [:]
    /// The observers by key, in the order in which they are called.
    var observers: [String: [DeclaredObserver]] = [:]
    /// The current names of renamed keys by their earlier names.
    var currentNames: [String: String] = [:]
    /// The IDs of the records that are among the observers.
    var known: Set<UInt64> = []
    /// The problems in the order in which they were found, without duplicates.
    var problems: [PharosError] = []
    /// The same problems, for fast lookup.
    var reported: Set<PharosError> = []

    /// Returns the current name of a key.
    func current(_ name: String) -> String { currentNames[name] ?? name }

    /// Adds an observer.
    ///
    /// - Returns: The relay of the key, or `nil` if it has not been made.
    mutating func add(_ observer: DeclaredObserver) -> Entry? {
      let name = current(observer.key.name)
      observers[name, default: []].append(observer)
      guard let entry = relays[name] else { return nil }
      if observer.key.valueType == entry.key.valueType { relays[name]?.observerCount += 1 }
      return entry
    }

    /// Makes an earlier name lead to a key, with the relay and the observers that have it.
    ///
    /// If several keys have the earlier name, it leads to the first one. If both names have a relay,
    /// the relays stay apart, because observers of both may exist.
    ///
    /// - Returns: The observers to add to their relay.
    mutating func rename(_ name: String, to key: String) -> [(DeclaredObserver, Entry)] {
      let key = current(key)
      guard name != key, currentNames[name] == nil, relays[name] == nil || relays[key] == nil
      else { return [] }
      for (other, target) in currentNames where target == name { currentNames[other] = key }
      currentNames[name] = key
      var waiting = observers.removeValue(forKey: name) ?? []
      if var entry = relays.removeValue(forKey: name) {
        // Its observers are already added to it.
        entry.key.name = key
        relays[key] = entry
        swap(&waiting, &observers[key, default: []])
      }
      return waiting.compactMap { observer in add(observer).map { (observer, $0) } }
    }
  }

  /// The result of looking up a key.
  enum Lookup<Value: Sendable>: Sendable {
    /// No relay has the key.
    case missing
    case found(SharedRelay<Value>)
    /// The relay that has the key has values of another type.
    case mistyped(Entry)
  }

  /// The result of an attempt to publish a relay.
  private enum Publication: Sendable {
    case done
    /// Another thread has published a relay first.
    case late
    /// These observers were added in the meantime.
    case incomplete([DeclaredObserver])
  }

  private let state = Mutex(State())
  private let observation = Mutex<RecordObservation?>(nil)

  /// The error handler of the process, or of the fresh state to which this directory belongs.
  let errorHandler: RelayErrorHandler

  /// Makes an empty directory for a fresh state, which starts with the error handler of the calling
  /// code.
  static func fresh(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true }
  ) -> RelayDirectory {
    RelayDirectory(
      errorHandler: RelayErrorHandler(RelaySettings.errorHandler), including: isIncluded)
  }

  /// Returns whether a declared observer is used.
  private let isIncluded: @Sendable (DeclaredItem) -> Bool

  /// Makes an empty directory, which loads observers when it needs them.
  private init(
    errorHandler: RelayErrorHandler,
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true }
  ) {
    self.errorHandler = errorHandler
    self.isIncluded = isIncluded
    let watching = SectionRegistry.onChange { [weak self] added in
      if added.contains(where: { [.observer, .relayKey].contains($0.kind) }) { self?.learn() }
    }
    observation.withLock { $0 = watching }
  }

  deinit {
    observation.withLock(\.self)?.cancel()
  }

  // MARK: Relays

  /// Returns the relay of a key, and makes it if necessary.
  ///
  /// If the values of the key's relay have another type, this reports an error and returns a relay
  /// that is not shared.
  func relay<Value>(
    of key: RelayKey<Value>, from origin: CodeLocation, default value: () -> Value
  ) -> SharedRelay<Value> {
    switch look(for: key) {
    case .found(let relay): relay
    case .missing: make(key, from: origin, with: value(), isSet: false).relay
    case .mistyped(let entry): unshared(key, from: origin, with: value(), insteadOf: entry)
    }
  }

  /// Makes the relay of a key, unless another thread makes it first.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - origin: The source location of the call.
  ///   - value: The initial value.
  ///   - isSet: Whether the initial value counts as a change, of which all waiting observers are
  ///     notified.
  /// - Returns: The relay, and whether this call made it. If a relay of another type has the key,
  ///   the result is a relay that is not shared.
  func make<Value>(
    _ key: RelayKey<Value>, from origin: CodeLocation, with value: Value, isSet: Bool
  ) -> (relay: SharedRelay<Value>, isNew: Bool) {
    learn()
    let relay = SharedRelay(value, fileID: origin.fileID, line: origin.line)
    var attached: [(observer: DeclaredObserver, attachment: DeclaredObserver.Attachment?)] = []
    while true {
      let known = Set(attached.map(\.observer.id))
      switch publish(relay, of: key, from: origin, knowing: known) {
      case .done:
        for (observer, attachment) in attached {
          finish(
            observer, attachment, key: UntypedKey(key), origin: origin, isReplayed: isSet)
        }
        return (relay, true)
      case .late:
        switch look(for: key) {
        case .found(let relay): return (relay, false)
        case .missing: continue
        case .mistyped(let entry):
          return (unshared(key, from: origin, with: value, insteadOf: entry), true)
        }
      case .incomplete(let observers):
        attached += observers.map { ($0, $0.attach(to: relay)) }
      }
    }
  }

  /// Returns the relay of a key, or `nil` if it has not been made.
  ///
  /// If the values of the key's relay have another type, this reports an error and returns `nil`.
  func existing<Value>(_ key: RelayKey<Value>, from origin: CodeLocation) -> SharedRelay<Value>? {
    switch look(for: key) {
    case .found(let relay): return relay
    case .missing: return nil
    case .mistyped(let entry):
      report(
        .mistyped(
          UntypedKey(key), askedForAt: origin, insteadOf: entry,
          result: "The caller gets no relay."))
      return nil
    }
  }

  /// Looks up a key.
  func look<Value>(for key: RelayKey<Value>) -> Lookup<Value> {
    let entry = state.withLock { state in
      state.relays[key.name] ?? state.currentNames[key.name].flatMap { state.relays[$0] }
    }
    guard let entry else { return .missing }
    guard let relay = entry.relay as? SharedRelay<Value> else { return .mistyped(entry) }
    return .found(relay)
  }

  /// Makes a relay for a caller whose key belongs to a relay of another type, and reports the
  /// error.
  private func unshared<Value>(
    _ key: RelayKey<Value>, from origin: CodeLocation, with value: Value, insteadOf entry: Entry
  ) -> SharedRelay<Value> {
    report(
      .mistyped(
        UntypedKey(key), askedForAt: origin, insteadOf: entry,
        result: "The caller gets a relay of its own, which is not shared."))
    return SharedRelay(value, fileID: origin.fileID, line: origin.line)
  }

  private func publish<Value>(
    _ relay: SharedRelay<Value>, of key: RelayKey<Value>, from origin: CodeLocation,
    knowing known: Set<UInt64>
  ) -> Publication {
    state.withLock { state in
      let name = state.current(key.name)
      guard state.relays[name] == nil else { return .late }
      let observers = state.observers[name, default: []]
      let news = observers.filter { !known.contains($0.id) }
      guard news.isEmpty else { return .incomplete(news) }
      let fitting = observers.count { $0.key.valueType == Value.self }
      var entry = Entry(
        key: UntypedKey(key), relay: relay, node: relay.core, origin: origin,
        observerCount: fitting)
      entry.key.name = name
      state.relays[name] = entry
      return .done
    }
  }

  // MARK: Observers

  /// Loads the earlier names of keys and the observers that records declare, and adds the observers
  /// to the existing relays.
  private func learn() {
    let declared = DeclaredObserver.declared.all
    let known = state.withLock(\.known)
    let loaded = declared.filter { !known.contains($0.id) && isIncluded($0.item) }
      .sorted { $0.precedes($1) }
    let renamed = DeclaredRelayKey.declared.all.filter { !$0.formerNames.isEmpty }
    guard !loaded.isEmpty || !renamed.isEmpty else { return }
    let late = state.withLock { state in
      var late = renamed.flatMap { key in
        key.formerNames.flatMap { state.rename($0, to: key.name) }
      }
      // Another thread may have loaded the same records.
      for observer in loaded where state.known.insert(observer.id).inserted {
        if let entry = state.add(observer) { late.append((observer, entry)) }
      }
      return late
    }
    for (observer, entry) in late {
      finish(observer, observer.attach(to: entry.relay), key: entry.key, origin: entry.origin)
    }
  }

  /// Adds an observer while the program runs, which waits if the key's relay has not been made.
  func add(_ observer: DeclaredObserver) {
    guard let entry = state.withLock({ $0.add(observer) }) else { return }
    finish(observer, observer.attach(to: entry.relay), key: entry.key, origin: entry.origin)
  }

  /// Removes an observer that was added with `add(_:)`, but not the relay that was made for it.
  func remove(_ observer: DeclaredObserver) {
    // The observer is released outside the lock, because that may run code of captured objects.
    _ = state.withLock { state in
      let name = state.current(observer.key.name)
      guard let index = state.observers[name]?.firstIndex(where: { $0.id == observer.id }) else {
        return nil as DeclaredObserver?
      }
      if state.relays[name]?.key.valueType == observer.key.valueType {
        state.relays[name]?.observerCount -= 1
      }
      return state.observers[name]?.remove(at: index)
    }
  }

  /// Completes the addition of an observer to a published relay, or reports that the types differ.
  ///
  /// If `isReplayed`, the observer is called with the current value even if it did not ask for
  /// that.
  private func finish(
    _ observer: DeclaredObserver, _ attachment: DeclaredObserver.Attachment?, key: UntypedKey,
    origin: CodeLocation, isReplayed: Bool = false
  ) {
    if let attachment {
      if isReplayed || attachment.isReplaying { attachment.replay() }
      return
    }
    report(.mistyped(observer, at: key, madeAt: origin))
  }

  /// Adds an error to the list and calls the error handler, unless the error is already listed.
  private func report(_ error: PharosError) {
    let isNew = state.withLock { state in
      let isNew = state.reported.insert(error).inserted
      if isNew { state.problems.append(error) }
      return isNew
    }
    if isNew { RelaySettings.errorHandler(error) }
  }

  // MARK: Contents

  var keys: [String] { state.withLock { $0.relays.keys.sorted() } }

  var problems: [PharosError] { state.withLock(\.problems) }

  /// The relays that have been made, in the order of their keys.
  var entries: [Entry] {
    state.withLock { Array($0.relays.values) }.sorted { $0.key.name < $1.key.name }
  }

  var registeredObservers: [RegisteredObserver] {
    learn()
    let (observers, relays) = state.withLock { ($0.observers, $0.relays) }
    return observers.sorted { $0.key < $1.key }.flatMap { name, observers in
      observers.map { observer in
        guard let entry = relays[name] else {
          return RegisteredObserver(observer, of: name, state: .waiting)
        }
        let fits = entry.key.valueType == observer.key.valueType
        return RegisteredObserver(observer, of: name, state: fits ? .observing : .rejected)
      }
    }
  }
}

extension RelayDirectory {
  /// The relays of the process.
  static let process = RelayDirectory(errorHandler: .process)

  /// The relays of the fresh state that the calling code runs in, or else of the process.
  static var current: RelayDirectory {
    FreshStates.state(of: RelayDirectory.self) ?? process
  }
}
