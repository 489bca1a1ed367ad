import SwiftSyntax

// What cannot be, whatever the single arguments say.

extension TaskDeclaration {
  /// Rejects a type that wants more than the trigger has for it.
  func checkBody() throws {
    guard case .type(let type) = body else { return }
    if let notification = type.run.notification, !trigger.isNotification {
      throw ExpansionError.error(
        """
        only a task with '@NotificationTask' gets a notification; take the context, whose \
        'otherOptions' has what came with an event
        """,
        id: "noNotification", at: notification)
    }
    if let dependency = type.dependency, !trigger.hasOthers {
      throw ExpansionError.error(
        """
        a scheduled task runs by itself and waits for no other; remove 'dependency', or make it a \
        task of an event
        """,
        id: "scheduledDependency", at: dependency.member)
    }
  }

  /// Rejects to keep in a store what has no due times there.
  func checkTraits() throws {
    guard let durable = traits.first(where: { Self.isTrait($0, "durable") }), !trigger.isByDate
    else { return }
    throw ExpansionError.error(
      """
      '.durable' is for a task of dates or of a calendar, whose due times a store can keep; \
      declare it with '#schedule' or '@ScheduledTask', or remove the trait
      """,
      id: "durableWithoutDates", at: durable.expression)
  }

  /// Rejects to wait for itself.
  func checkDependencies(at node: some SyntaxProtocol) throws {
    let tasks = dependsOn + after
    var isOwn = tasks.contains(.name(name))
    if case .type(let type) = body { isOwn = isOwn || tasks.contains(.type(type.identifier)) }
    guard isOwn else { return }
    throw ExpansionError.error(
      "'\(name)' cannot wait for itself; remove it from what it waits for", id: "ownDependency",
      at: node)
  }
}
