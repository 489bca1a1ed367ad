import CAllocationCounter
import Foundation
import Pharos
import TaskKit

// How many bytes of the heap a relay takes, alone and with an observer, and a schedule:
//
//   swift run -c release --package-path Benchmarks memory
//
// It exits with status 1 if an object takes more than its limit. It prints 0 where the C library is
// not glibc. A command of its own, because the benchmarks count allocations and not their size.

let count = 10_000
var isAboveLimit = false

/// Prints the bytes of one of many objects, and compares them with the limit.
@MainActor
func report(_ name: String, atMost limit: UInt64, since before: UInt64) {
  let bytes = (modkit_allocated_bytes() - before) / UInt64(count)
  print("\(name): \(bytes) bytes, at most \(limit)")
  if bytes > limit { isAboveLimit = true }
}

/// Reports the bytes for each of many objects, with what the allocator adds to them.
@MainActor
func measure(_ name: String, atMost limit: UInt64, _ make: (Int) -> AnyObject) {
  var objects: [AnyObject] = []
  objects.reserveCapacity(count)
  let before = modkit_allocated_bytes()
  for number in 0..<count { objects.append(make(number)) }
  report(name, atMost: limit, since: before)
  withExtendedLifetime(objects) {}
}

measure("a shared relay", atMost: 300) { SharedRelay($0) }
measure("a shared relay with an observer", atMost: 500) { number in
  let relay = SharedRelay(number)
  relay.whenDidSet { _ in }
  return relay
}
measure("an observable", atMost: 300) { Observable(wrappedValue: $0) }
measure("an observable with an observer", atMost: 640) { number in
  let value = Observable(wrappedValue: number)
  value.projectedValue.addDidSet { _ in }
  return value
}
let source = SharedRelay(0)
measure("a derived value with an observer", atMost: 1_550) { number in
  let derived = SharedDerived { source.value &+ number }
  derived.whenDidSet { _ in }
  return derived
}

try measureSchedules("a timer", atMost: 510) { name, manager in
  try manager.scheduleTask(name: name, repeatCount: .forever, timeInterval: 3_600) { _ in }
}
try measureSchedules("a task of a calendar", atMost: 670) { name, manager in
  try manager.scheduleTask(name: name, on: .daily(at: "02:30")) { _ in }
}

/// Reports the bytes for each of many scheduled tasks, whose names fit into their strings.
///
/// They include a share of the manager's tables, which have room for more tasks.
@MainActor
func measureSchedules(
  _ name: String, atMost limit: UInt64, _ add: (String, TaskManager) throws -> Void
) throws {
  let manager = TaskManager()
  let before = modkit_allocated_bytes()
  for number in 0..<count { try add("task \(number)", manager) }
  report(name, atMost: limit, since: before)
  withExtendedLifetime(manager) {}
}

exit(isAboveLimit ? 1 : 0)
