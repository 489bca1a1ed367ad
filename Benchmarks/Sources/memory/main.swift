import CAllocationCounter
import Pharos
import TaskKit

// How many bytes of the heap a relay takes, alone and with an observer, and a schedule:
//
//   swift run -c release --package-path Benchmarks memory
//
// It prints 0 where the C library is not glibc. A command of its own, because the benchmarks count
// allocations and not their size.

let count = 10_000

/// Prints the bytes for each of many objects, with what the allocator adds to them.
func measure(_ name: String, _ make: (Int) -> AnyObject) {
  var objects: [AnyObject] = []
  objects.reserveCapacity(count)
  let before = modkit_allocated_bytes()
  for number in 0..<count { objects.append(make(number)) }
  let bytes = modkit_allocated_bytes() - before
  print("\(name): \(bytes / UInt64(count)) bytes")
  withExtendedLifetime(objects) {}
}

measure("a shared relay") { SharedRelay($0) }
measure("a shared relay with an observer") { number in
  let relay = SharedRelay(number)
  relay.whenDidSet { _ in }
  return relay
}
measure("an observable") { Observable(wrappedValue: $0) }
measure("an observable with an observer") { number in
  let value = Observable(wrappedValue: number)
  value.projectedValue.addDidSet { _ in }
  return value
}
let source = SharedRelay(0)
measure("a derived value with an observer") { number in
  let derived = SharedDerived { source.value &+ number }
  derived.whenDidSet { _ in }
  return derived
}

try measureSchedules("a timer") { name, manager in
  try manager.scheduleTask(name: name, repeatCount: .forever, timeInterval: 3_600) { _ in }
}
try measureSchedules("a task of a calendar") { name, manager in
  try manager.scheduleTask(name: name, on: .daily(at: "02:30")) { _ in }
}

/// Prints the bytes for each of many scheduled tasks, whose names fit into their strings.
///
/// They include a share of the manager's tables, which have room for more tasks.
func measureSchedules(_ name: String, _ add: (String, TaskManager) throws -> Void) throws {
  let manager = TaskManager()
  let before = modkit_allocated_bytes()
  for number in 0..<count { try add("task \(number)", manager) }
  let bytes = modkit_allocated_bytes() - before
  print("\(name): \(bytes / UInt64(count)) bytes")
  withExtendedLifetime(manager) {}
}
