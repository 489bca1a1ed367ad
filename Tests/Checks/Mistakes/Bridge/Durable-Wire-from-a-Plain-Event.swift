// A durable wire starts at an event whose value has no type.
// Declare the event as `TypedRheaEvent<Order>`.
import Bridge

extension RheaEvent {
  static let orderPlaced: RheaEvent = "orderPlaced"
}

#bridge(on: .orderPlaced, job: "SendInvoice", .durable)
// 1: error: generic parameter 'Value' could not be inferred
// 14: error: type 'TypedRheaEvent<Value>' has no member 'orderPlaced'
