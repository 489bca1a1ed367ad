import TaskKit

@NotificationTask("key") enum refresh { static func run() {} }
