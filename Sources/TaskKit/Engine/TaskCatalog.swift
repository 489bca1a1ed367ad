import Foundation
import Synchronization
import TaskPlanning

/// All tasks there are, by name, in the order in which they were declared.
///
/// A value; the manager keeps it behind the lock of its state.
struct TaskCatalog: Sendable {
  var entries: [TaskEntry] { places.compactMap(\.self) }

  /// All of them in their order, with gaps where some have been taken out: those who come
  /// and go by the thousand must not move all others each time.
  private var places: [TaskEntry?] = []
  private var indices: [String: Int] = [:]
  private(set) var namesOfTypes: [ObjectIdentifier: String] = [:]

  /// The tasks before each milestone, of those that have any.
  private var milestones: [TaskMilestone: MilestoneTasks] = [:]

  /// The milestones that have been reached, which stay so whatever is added later.
  private var reached: Set<TaskMilestone> = []

  /// The code that waits for milestones.
  private(set) var waiters: [TaskMilestone: [CheckedContinuation<Void, Never>]] = [:]

  /// Counts the changes that concern plans.
  private(set) var version = 0

  /// The tasks that were declared, and are not to come back after they have been
  /// destroyed.
  private var destroyed: Set<CodeLocation> = []

  private var removed = RemovedTasks()

  /// For how many there is memory.
  var capacity: Int { max(places.capacity, indices.capacity) }

  /// The names of all.
  var names: [String] { entries.map(\.name) }

  subscript(name: String) -> TaskEntry? { indices[name].flatMap { places[$0] } }

  /// Returns a task that was removed after its last run, as its dependents see it.
  func removedTask(_ name: String) -> KnownTask? { removed[name] }

  /// The tasks of an occasion, in the order of declaration.
  func entries(for occasion: Occasion) -> [TaskEntry] {
    if case .schedule(let name, let key, _) = occasion {
      guard let entry = self[name], ObjectIdentifier(entry) == key else { return [] }
      return [entry]
    }
    if case .demand(let name, let key) = occasion {
      guard let entry = self[name], ObjectIdentifier(entry) == key else { return [] }
      return entriesToRun(for: entry)
    }
    return entries.filter { $0.definition.trigger.includes(occasion) }
  }

  /// A task to run on demand, after those of its dependencies that have not run yet and
  /// that no event will run.
  private func entriesToRun(for entry: TaskEntry) -> [TaskEntry] {
    var found: Set<String> = [entry.name]
    var open = [entry]
    while let next = open.popLast() {
      for name in next.definition.requires.map(name(of:)) {
        guard let needed = self[name], needed.definition.trigger == .event(.demand),
          !(needed.latestOutcome?.isSuccess ?? false), found.insert(name).inserted
        else { continue }
        open.append(needed)
      }
    }
    return found.count == 1 ? [entry] : entries.filter { found.contains($0.name) }
  }

  /// The name of the task that a reference means.
  ///
  /// A type that no task was declared with goes by its own name, for messages.
  func name(of reference: TaskReference) -> String {
    switch reference.target {
    case .name(let name): name
    case .type(let type): namesOfTypes[ObjectIdentifier(type)] ?? String(describing: type)
    }
  }

  // MARK: - Milestones

  /// The milestones that any task comes before, or that have been reached.
  var knownMilestones: Set<TaskMilestone> { reached.union(milestones.keys) }

  /// Returns whether a milestone is reached; if so, it stays so.
  mutating func isReached(_ milestone: TaskMilestone) -> Bool {
    if reached.contains(milestone) { return true }
    guard haveEnded(before: milestone) else { return false }
    reached.insert(milestone)
    return true
  }

  /// Keeps a continuation until a milestone is reached.
  ///
  /// - Returns: `false` if the caller is to resume it, as there is nothing to wait for.
  mutating func wait(
    for milestone: TaskMilestone, _ continuation: CheckedContinuation<Void, Never>
  ) -> Bool {
    guard isOpen(milestone) else { return false }
    waiters[milestone, default: []].append(continuation)
    return true
  }

  /// Takes out the continuations whose milestone is reached now.
  mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
    Array(waiters.keys).filter { !isOpen($0) }.flatMap { waiters.removeValue(forKey: $0) ?? [] }
  }

  /// Returns whether a milestone is still to be reached; removed tasks are not waited for.
  private mutating func isOpen(_ milestone: TaskMilestone) -> Bool {
    !isReached(milestone) && milestones[milestone] != nil
  }

  /// Returns whether there are tasks before a milestone, and all of them have ended.
  ///
  /// - Complexity: O(1) on average over all calls: a task that has ended is looked at once.
  private mutating func haveEnded(before milestone: TaskMilestone) -> Bool {
    guard var tasks = milestones[milestone] else { return false }
    // Not copied while it is changed.
    milestones[milestone] = MilestoneTasks()
    while let name = tasks.open.last {
      if let entry = self[name], entry.latestOutcome == nil,
        entry.definition.properties.milestones.contains(milestone)
      {
        break
      }
      tasks.open.removeLast()
    }
    milestones[milestone] = tasks
    return tasks.open.isEmpty
  }

  // MARK: - Changes

  /// Adds a task.
  ///
  /// - Returns: The task that has the name already, if one does; then nothing has
  ///   changed.
  mutating func add(_ definition: TaskDefinition) -> TaskEntry? {
    if let first = self[definition.name] { return first }
    indices[definition.name] = places.count
    places.append(TaskEntry(definition))
    if let type = definition.type { namesOfTypes[ObjectIdentifier(type)] = definition.name }
    for milestone in Set(definition.properties.milestones) {
      milestones[milestone, default: MilestoneTasks()].add(definition.name)
    }
    version += 1
    return nil
  }

  /// Removes a task after its last run, and remembers the outcome for its dependents.
  mutating func removeAfterRun(_ entry: TaskEntry) {
    guard remove(entry.name) != nil else { return }
    removed[entry.name] = KnownTask(
      name: entry.name, state: entry.latestOutcome?.isSuccess == true ? .hasRun : .never,
      location: entry.location)
  }

  /// Takes a task out, so that its name is free.
  mutating func remove(_ name: String) -> TaskEntry? {
    guard let index = indices.removeValue(forKey: name), let entry = places[index].take()
    else { return nil }
    removed[name] = nil
    if places.count > 32, indices.count < places.count / 2 { closeGaps() }
    if let type = entry.definition.type { namesOfTypes[ObjectIdentifier(type)] = nil }
    for milestone in Set(entry.definition.properties.milestones) { forget(milestone) }
    if entry.definition.isDeclared { destroyed.insert(entry.definition.location) }
    version += 1
    return entry
  }

  /// A task before a milestone has been taken out.
  private mutating func forget(_ milestone: TaskMilestone) {
    guard var tasks = milestones.removeValue(forKey: milestone), tasks.count > 1 else { return }
    tasks.count -= 1
    if tasks.open.count > 2 * tasks.count + 32 {
      // Names stay until they are looked at, which they need not be.
      tasks.open = Array(Set(tasks.open).filter { indices[$0] != nil })
    }
    milestones[milestone] = tasks
  }

  private mutating func closeGaps() {
    // Made anew rather than emptied, so that their memory goes, too.
    places = places.filter { $0 != nil }
    indices = Dictionary(minimumCapacity: places.count)
    for (index, entry) in places.enumerated() { indices[entry?.name ?? ""] = index }
  }

  /// Pauses a task, or takes it in again.
  ///
  /// - Returns: Whether it was the other way before.
  mutating func setPaused(_ isPaused: Bool, _ entry: TaskEntry) -> Bool {
    let wasPaused = entry.isPaused.exchange(isPaused, ordering: .relaxed)
    guard wasPaused != isPaused else { return false }
    version += 1
    return true
  }

  /// Takes in the tasks that the images declare now.
  ///
  /// - Returns: The new ones, those that are gone, and those whose names are taken,
  ///   each with the task that has it.
  mutating func takeIn(
    _ declared: [TaskDefinition]
  ) -> (new: [TaskEntry], gone: [TaskEntry], clashes: [(TaskDefinition, TaskEntry)]) {
    var new: [TaskEntry] = []
    var clashes: [(TaskDefinition, TaskEntry)] = []
    for definition in declared where !destroyed.contains(definition.location) {
      if let first = self[definition.name] {
        if first.definition.location != definition.location { clashes.append((definition, first)) }
      } else {
        _ = add(definition)
        if let entry = self[definition.name] { new.append(entry) }
      }
    }
    let present = Set(declared.map(\.location))
    // Their images have been closed, or their records disabled; they may come back.
    let gone = entries.filter {
      $0.definition.isDeclared && !present.contains($0.definition.location)
    }
    for entry in gone {
      _ = remove(entry.name)
      destroyed.remove(entry.definition.location)
    }
    return (new, gone, clashes)
  }
}

extension Trigger {
  /// Returns whether a task with this trigger runs for an occasion.
  func includes(_ occasion: Occasion) -> Bool {
    switch (self, occasion) {
    case (.event(let events), .event(let event)): events.contains(event)
    case (.notification(let name), .notification(let posted)): name == posted
    default: false
    }
  }

  /// Returns whether a task with this trigger runs for any of some events.
  func includes(any events: TaskEvent) -> Bool {
    if case .event(let own) = self { !own.isDisjoint(with: events) } else { false }
  }
}

/// The tasks before a milestone.
private struct MilestoneTasks: Sendable {
  /// The number of tasks.
  var count = 0

  /// The names of those that are not known to have ended; some may be gone.
  var open: [String] = []

  mutating func add(_ name: String) {
    count += 1
    open.append(name)
  }
}

/// The latest tasks that were removed after their last run.
///
/// Programs can add such tasks without end, so only a limited number is remembered: each
/// generation replaces the one before the previous.
private struct RemovedTasks: Sendable {
  /// The number of tasks that are remembered in any case.
  private static let minimum = 5_000

  private var latest: [String: KnownTask] = [:]
  private var earlier: [String: KnownTask] = [:]

  subscript(name: String) -> KnownTask? {
    get { latest[name] ?? earlier[name] }
    set {
      earlier[name] = nil
      latest[name] = newValue
      guard latest.count >= Self.minimum else { return }
      earlier = latest
      latest = [:]
    }
  }
}
