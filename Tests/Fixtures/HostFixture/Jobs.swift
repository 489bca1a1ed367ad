import Bridge
import Foundation

/// A payload with a form.
struct Parcel: Codable, Sendable { var number: Int }

/// A payload whose code crashes for a sample.
struct Fragile: Codable, Sendable {
  var number: Int

  func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    precondition(number > 1_000)
  }
}

/// A payload whose code never ends.
struct Endless: Codable, Sendable {
  var number: Int

  func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    while number < 1_000 { sched_yield() }
  }
}

#job("HostFixture.parcel") { (_: Parcel) in }
#job("HostFixture.fragile") { (_: Fragile) in }
#job("HostFixture.endless") { (_: Endless) in }

/// The payload of a job that is not declared.
struct Crate: Codable, Sendable { var number: Int }

/// Opens a store, and adds a job at run time.
func openStore() async throws {
  try await TaskManager.shared.use(.memory())
  try TaskManager.shared.jobs.handle("HostFixture.added") { (_: Crate, _: JobContext) in }
}
