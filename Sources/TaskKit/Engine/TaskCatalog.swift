import Foundation
import Synchronization
import TaskPlanning

/// All current tasks, by name and in the order in which they were declared or added.
///
/// It is a value, which the manager keeps behind the lock of its state. Removing a task leaves a
/// gap in the array of tasks instead of moving the later ones, because programs may add and remove
/// thousands of tasks. The gaps are closed when they outnumber the tasks.
struct TaskCatalog: Sendable {
  var entries: [TaskEntry] { places.compactMap(\.self) }

  /// The tasks in order, with gaps for removed ones.
  private var places: [TaskEntry?] = []
  /// The indices in ``places``, with 32 bits each to keep the table small.
  private var indices: [String: UInt32] = [:]
  private(set) var namesOfTypes: [ObjectIdentifier: String] = [:]

  /// The unfinished tasks before each milestone.
  private var milestones: [TaskMilestone: MilestoneTasks] = [:]

  /// The reached milestones, which stay reached even if tasks are added later.
  private var reached: Set<TaskMilestone> = []

  /// The callers that wait for milestones.
  private(set) var waiters: [TaskMilestone: [CheckedContinuation<Void, Never>]] = [:]

  /// The number of changes that affect plans.
  private(set) var version = 0

  /// The locations of declared tasks that were destroyed, so that they are not added again.
  private var destroyed: Set<CodeLocation> = []

  private var removed = RemovedTasks()

  /// The number of tasks for which memory is allocated.
  var capacity: Int { max(places.capacity, indices.capacity) }

  /// The names of all tasks.
  var names: [String] { entries.map(\.name) }

  subscript(name: String) -> TaskEntry? { indices[name].flatMap { places[Int($0)] } }

  /// Returns a task that was removed after its last run, as its dependents see it.
  func removedTask(_ name: String) -> KnownTask? { removed[name] }

  /// Returns the tasks of an occasion, in the order of declaration.
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

  /// Returns a task to run on demand, with its transitive dependencies that have not succeeded and
  /// that run on demand only.
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

  /// Returns the name of the task that a reference stands for.
  ///
  /// If no task was declared with a type, the type's own name is returned, for messages.
  func name(of reference: TaskReference) -> String {
    switch reference.target {
    case .name(let name): name
    case .type(let type): namesOfTypes[ObjectIdentifier(type)] ?? String(describing: type)
    }
  }

  // MARK: - Milestones

  /// The milestones that have a task before them, or that have been reached.
  var knownMilestones: Set<TaskMilestone> { reached.union(milestones.keys) }

  /// Returns whether a milestone is reached, and records it.
  mutating func isReached(_ milestone: TaskMilestone) -> Bool {
    if reached.contains(milestone) { return true }
    guard haveEnded(before: milestone) else { return false }
    reached.insert(milestone)
    return true
  }

  /// Keeps a continuation until a milestone is reached.
  ///
  /// - Returns: `false` if the milestone needs no waiting, and the caller has to resume the
  ///   continuation.
  mutating func wait(
    for milestone: TaskMilestone, _ continuation: CheckedContinuation<Void, Never>
  ) -> Bool {
    guard isOpen(milestone) else { return false }
    waiters[milestone, default: []].append(continuation)
    return true
  }

  /// Removes and returns the continuations whose milestone is now reached.
  mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
    Array(waiters.keys).filter { !isOpen($0) }.flatMap { waiters.removeValue(forKey: $0) ?? [] }
  }

  /// Returns whether a milestone still waits for a task that exists.
  private mutating func isOpen(_ milestone: TaskMilestone) -> Bool {
    !isReached(milestone) && milestones[milestone] != nil
  }

  /// Returns whether a milestone has tasks before it, and all of them have finished.
  ///
  /// - Complexity: O(1) on average over all calls, because each finished task is checked once.
  private mutating func haveEnded(before milestone: TaskMilestone) -> Bool {
    guard var tasks = milestones[milestone] else { return false }
    // Replaced by an empty value, so that the array is not copied on a change.
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

  /// Adds a task, unless its name is taken.
  ///
  /// - Returns: The task that already has the name, if any. In this case, nothing has changed.
  mutating func add(_ definition: TaskDefinition) -> TaskEntry? {
    if let first = self[definition.name] { return first }
    indices[definition.name] = UInt32(places.count)
    places.append(TaskEntry(definition))
    if let type = definition.type { namesOfTypes[ObjectIdentifier(type)] = definition.name }
    for milestone in Set(definition.properties.milestones) {
      milestones[milestone, default: MilestoneTasks()].add(definition.name)
    }
    version += 1
    return nil
  }

  /// Removes a task after its last run, and records its outcome for its dependents.
  mutating func removeAfterRun(_ entry: TaskEntry) {
    guard remove(entry.name) != nil else { return }
    removed[entry.name] = KnownTask(
      name: entry.name, state: entry.latestOutcome?.isSuccess == true ? .hasRun : .never,
      location: entry.location)
  }

  /// Removes a task, so that its name is free.
  mutating func remove(_ name: String) -> TaskEntry? {
    guard let index = indices.removeValue(forKey: name), let entry = places[Int(index)].take()
    else { return nil }
    removed[name] = nil
    if places.count > 32, indices.count < places.count / 2 { closeGaps() }
    if let type = entry.definition.type { namesOfTypes[ObjectIdentifier(type)] = nil }
    for milestone in Set(entry.definition.properties.milestones) { forget(milestone) }
    if entry.definition.isDeclared { destroyed.insert(entry.definition.location) }
    version += 1
    return entry
  }

  /// Updates the count of a milestone after one of its tasks was removed.
  private mutating func forget(_ milestone: TaskMilestone) {
    guard var tasks = milestones.removeValue(forKey: milestone), tasks.count > 1 else { return }
    tasks.count -= 1
    if tasks.open.count > 2 * tasks.count + 32 {
      // Names of removed tasks stay in the list until they are checked, which may never happen.
      tasks.open = Array(Set(tasks.open).filter { indices[$0] != nil })
    }
    milestones[milestone] = tasks
  }

  private mutating func closeGaps() {
    // New collections, because emptied ones would keep their memory.
    places = places.filter { $0 != nil }
    indices = Dictionary(minimumCapacity: places.count)
    for (index, entry) in places.enumerated() { indices[entry?.name ?? ""] = UInt32(index) }
  }

  /// Pauses or resumes a task.
  ///
  /// - Returns: `false` if it already was in that state.
  mutating func setPaused(_ isPaused: Bool, _ entry: TaskEntry) -> Bool {
    let wasPaused = entry.isPaused.exchange(isPaused, ordering: .relaxed)
    guard wasPaused != isPaused else { return false }
    version += 1
    return true
  }

  /// Adds the tasks that the images declare now, and removes the ones whose images no longer
  /// declare them.
  ///
  /// - Returns: The new tasks, the removed tasks, and the definitions whose names are taken, each
  ///   with the task that has the name.
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
    // Their images were unloaded or their records disabled. They may come back.
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

  /// The names of the tasks that are not known to have finished.
  ///
  /// Some may have been removed.
  var open: [String] = []

  mutating func add(_ name: String) {
    count += 1
    open.append(name)
  }
}

/// The latest tasks that were removed after their last run.
///
/// Programs can add any number of such tasks, so only a limited number is kept. When the current
/// generation is full, it becomes the earlier one and replaces the previous earlier one.
private struct RemovedTasks: Sendable {
  /// The minimum number of tasks that are kept.
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
