/** The pages before sign-in: small, and loaded together. */

export { ForgotPassword, ResetPassword } from './forgotten-password.tsx'
export { Join } from './Join.tsx'
export { SetUp } from './SetUp.tsx'
export { SignIn } from './SignIn.tsx'
