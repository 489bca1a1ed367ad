// The earlier name of a job is computed.
import TaskStore

let former = "SendMail"

#job("SendInvoice", .formerly(former)) { (number: Int) in print(number) }
// 31: error: 'formerly' has to be a string literal (from macro 'job')
