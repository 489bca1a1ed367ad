import TaskKit

@NotificationTask(on: "key") enum refresh { static func run() {} }
