import Foundation

/// What makes a task run.
enum TaskTrigger: Sendable, Hashable {
  case event(RWTaskEvent)
  case notification(Notification.Name)
}
