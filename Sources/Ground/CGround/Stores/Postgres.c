#include "CGroundLibraries.h"
#include "CGroundStores.h"

static const struct ground_function functions[] = {
#define FUNCTION(field, name) {"PQ" #name, offsetof(struct task_store_postgres, field)}
  FUNCTION(lib_version, libVersion),
  FUNCTION(conninfo_parse, conninfoParse),
  FUNCTION(conninfo_free, conninfoFree),
  FUNCTION(freemem, freemem),
  FUNCTION(connect_start_params, connectStartParams),
  FUNCTION(connect_poll, connectPoll),
  FUNCTION(finish, finish),
  FUNCTION(socket, socket),
  FUNCTION(status, status),
  FUNCTION(error_message, errorMessage),
  FUNCTION(server_version, serverVersion),
  FUNCTION(parameter_status, parameterStatus),
  FUNCTION(host, host),
  FUNCTION(db, db),
  FUNCTION(backend_pid, backendPID),
  FUNCTION(set_nonblocking, setnonblocking),
  FUNCTION(set_notice_receiver, setNoticeReceiver),
  FUNCTION(enter_pipeline_mode, enterPipelineMode),
  FUNCTION(pipeline_sync, pipelineSync),
  FUNCTION(send_prepare, sendPrepare),
  FUNCTION(send_query_prepared, sendQueryPrepared),
  FUNCTION(exec_params, execParams),
  FUNCTION(transaction_status, transactionStatus),
  FUNCTION(flush, flush),
  FUNCTION(consume_input, consumeInput),
  FUNCTION(is_busy, isBusy),
  FUNCTION(get_result, getResult),
  FUNCTION(notifies, notifies),
  FUNCTION(result_status, resultStatus),
  FUNCTION(result_error_field, resultErrorField),
  FUNCTION(clear, clear),
  FUNCTION(ntuples, ntuples),
  FUNCTION(nfields, nfields),
  FUNCTION(getisnull, getisnull),
  FUNCTION(getvalue, getvalue),
#undef FUNCTION
  {NULL, 0},
};

const char *task_store_load_postgres(const char *library, struct task_store_postgres *addresses) {
  return ground_open_library(library, addresses, functions);
}

static void ignore_notice(void *context, const struct pg_result *result) {
  (void)context;
  (void)result;
}

void task_store_ignore_notices(const struct task_store_postgres *functions,
                               struct pg_conn *connection) {
  functions->set_notice_receiver(connection, ignore_notice, NULL);
}
